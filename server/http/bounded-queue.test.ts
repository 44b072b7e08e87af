import { expect, test } from "vitest";
import { boundedQueue } from "./bounded-queue.ts";

/** A task that ends when the test ends it. */
function task() {
  let end: (outcome: "done" | Error) => void = () => undefined;
  const ended = new Promise<string>((resolve, reject) => {
    end = (outcome) => (outcome === "done" ? resolve(outcome) : reject(outcome));
  });
  let hasBegun = false;
  return {
    run: () => {
      hasBegun = true;
      return ended;
    },
    end: (outcome: "done" | Error = "done") => end(outcome),
    hasBegun: () => hasBegun,
  };
}

test("two tasks run, two wait, and the fifth is refused with 503", async () => {
  const queue = boundedQueue(2, 2);
  const tasks = Array.from({ length: 4 }, task);
  const runs = tasks.map(({ run }) => queue(run));
  expect(tasks.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false, false]);
  await expect(queue(() => Promise.resolve("fifth"))).rejects.toMatchObject({
    code: "unavailable",
    status: 503,
    extras: { retryAfterSeconds: 2 },
  });
  for (const { end } of tasks) end();
  expect(await Promise.all(runs)).toEqual(["done", "done", "done", "done"]);
});

test("a failed task makes room for the next, first come, first served", async () => {
  const queue = boundedQueue(1, 2);
  const [first, second, third] = [task(), task(), task()];
  const failing = queue(first.run);
  const waiting = [queue(second.run), queue(third.run)];
  first.end(new Error("broken"));
  await expect(failing).rejects.toThrow("broken");
  await expect.poll(second.hasBegun).toBe(true);
  expect(third.hasBegun()).toBe(false);
  second.end();
  third.end();
  expect(await Promise.all(waiting)).toEqual(["done", "done"]);
  expect(await queue(() => Promise.resolve("later"))).toBe("later");
});
