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
  const queue = boundedQueue({ atOnce: 2, waiting: 2 });
  const tasks = Array.from({ length: 4 }, task);
  const runs = tasks.map(({ run }) => queue("one", run));
  expect(tasks.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false, false]);
  await expect(queue("one", () => Promise.resolve("fifth"))).rejects.toMatchObject({
    code: "unavailable",
    status: 503,
    extras: { retryAfterSeconds: 2 },
  });
  for (const { end } of tasks) end();
  expect(await Promise.all(runs)).toEqual(["done", "done", "done", "done"]);
});

test("a failed task makes room for the next, first come, first served", async () => {
  const queue = boundedQueue({ atOnce: 1, waiting: 2 });
  const [first, second, third] = [task(), task(), task()];
  const failing = queue("one", first.run);
  const waiting = [queue("one", second.run), queue("one", third.run)];
  first.end(new Error("broken"));
  await expect(failing).rejects.toThrow("broken");
  await expect.poll(second.hasBegun).toBe(true);
  expect(third.hasBegun()).toBe(false);
  second.end();
  third.end();
  expect(await Promise.all(waiting)).toEqual(["done", "done"]);
  expect(await queue("one", () => Promise.resolve("later"))).toBe("later");
});

test("senders take turns, and one sender cannot fill the queue", async () => {
  const queue = boundedQueue({ atOnce: 1, waiting: 10, waitingOfSender: 3 });
  const order: string[] = [];
  const ask = (sender: string, name: string) =>
    queue(sender, async () => {
      order.push(name);
    });
  const first = task();
  const running = queue("many", first.run);
  const waiting = [ask("many", "many 1"), ask("many", "many 2"), ask("many", "many 3")];
  await expect(ask("many", "many 4")).rejects.toMatchObject({ code: "unavailable" });
  waiting.push(ask("one", "one 1"), ask("other", "other 1"));
  first.end();
  await Promise.all([running, ...waiting]);
  expect(order).toEqual(["many 1", "one 1", "other 1", "many 2", "many 3"]);
});
