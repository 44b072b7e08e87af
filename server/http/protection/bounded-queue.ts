import { unavailable } from "#shared/errors.ts";

interface Bounds {
  /** The number of tasks that run at a time. */
  concurrency: number;
  /** The number of tasks that can wait. Further tasks are rejected as unavailable. */
  maxWaiting: number;
  /** The number of tasks of one sender that can wait. */
  maxWaitingPerSender?: number;
}

/**
 * Creates a queue for work that takes a whole core, such as hashing passwords or decoding photos, so that it
 * doesn't starve everything else. Senders take turns, so that one sender with many tasks delays the others by
 * no more than one task.
 * @throws AppError unavailable if too many tasks are waiting
 */
export function boundedQueue({ concurrency, maxWaiting, maxWaitingPerSender = maxWaiting }: Bounds) {
  let running = 0;
  let waitingCount = 0;
  /** The waiting tasks of each sender, in the order of their turns. */
  const queues = new Map<string, (() => void)[]>();

  function waitForTurn(sender: string): Promise<void> {
    const queue = queues.get(sender) ?? [];
    if (waitingCount >= maxWaiting || queue.length >= maxWaitingPerSender)
      throw unavailable("The server is busy. Please try again in a moment.");
    waitingCount += 1;
    queues.set(sender, queue);
    return new Promise((resolve) => queue.push(resolve));
  }

  function startNext(): void {
    const [nextQueue] = queues;
    if (nextQueue === undefined) {
      running -= 1;
      return;
    }
    const [sender, [start, ...rest]] = nextQueue;
    queues.delete(sender);
    if (rest.length > 0) queues.set(sender, rest);
    waitingCount -= 1;
    start?.();
  }

  return async function run<T>(sender: string, task: () => Promise<T>): Promise<T> {
    if (running >= concurrency) await waitForTurn(sender);
    else running += 1;
    try {
      return await task();
    } finally {
      startNext();
    }
  };
}
