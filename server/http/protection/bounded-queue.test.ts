import { expect, test } from "vitest";
import { boundedQueue } from "./bounded-queue.ts";

/** A task that the test finishes. */
function task() {
  let end: (outcome: "done" | Error) => void = () => undefined;
  const ended = new Promise<string>((resolve, reject) => {
    end = (outcome) => (outcome === "done" ? resolve(outcome) : reject(outcome));
  });
  let hasStarted = false;
  return {
    run: () => {
      hasStarted = true;
      return ended;
    },
    end: (outcome: "done" | Error = "done") => end(outcome),
    hasStarted: () => hasStarted,
  };
}

test("of five tasks, two run, two wait, and the fifth is rejected with 503", async () => {
  const queue = boundedQueue({ concurrency: 2, maxWaiting: 2 });
  const tasks = Array.from({ length: 4 }, task);
  const runs = tasks.map(({ run }) => queue("one", run));
  expect(tasks.map(({ hasStarted }) => hasStarted())).toEqual([true, true, false, false]);
  await expect(queue("one", () => Promise.resolve("fifth"))).rejects.toMatchObject({
    code: "unavailable",
    status: 503,
    extras: { retryAfterSeconds: 2 },
  });
  for (const { end } of tasks) end();
  expect(await Promise.all(runs)).toEqual(["done", "done", "done", "done"]);
});

test("after a failed task, the next tasks run in the order they were queued", async () => {
  const queue = boundedQueue({ concurrency: 1, maxWaiting: 2 });
  const [first, second, third] = [task(), task(), task()];
  const failing = queue("one", first.run);
  const waiting = [queue("one", second.run), queue("one", third.run)];
  first.end(new Error("broken"));
  await expect(failing).rejects.toThrow("broken");
  await expect.poll(second.hasStarted).toBe(true);
  expect(third.hasStarted()).toBe(false);
  second.end();
  third.end();
  expect(await Promise.all(waiting)).toEqual(["done", "done"]);
  expect(await queue("one", () => Promise.resolve("later"))).toBe("later");
});

test("senders take turns, and one sender can't fill the queue", async () => {
  const queue = boundedQueue({ concurrency: 1, maxWaiting: 10, maxWaitingPerSender: 3 });
  const order: string[] = [];
  const enqueue = (sender: string, name: string) =>
    queue(sender, async () => {
      order.push(name);
    });
  const first = task();
  const running = queue("many", first.run);
  const waiting = [enqueue("many", "many 1"), enqueue("many", "many 2"), enqueue("many", "many 3")];
  await expect(enqueue("many", "many 4")).rejects.toMatchObject({ code: "unavailable" });
  waiting.push(enqueue("one", "one 1"), enqueue("other", "other 1"));
  first.end();
  await Promise.all([running, ...waiting]);
  expect(order).toEqual(["many 1", "one 1", "other 1", "many 2", "many 3"]);
});
