import { unavailable } from "#shared/errors.ts";

/**
 * Runs at most `atOnce` tasks at a time and lets at most `waiting` wait; further ones are refused as unavailable.
 * Keeps CPU-bound work (hashing passwords, decoding photos) from starving everything else.
 */
export function boundedQueue(atOnce: number, waiting: number) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw unavailable("The server is busy. Please try again in a moment.");
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
