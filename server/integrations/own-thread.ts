import { once } from "node:events";
import { type Transferable, Worker } from "node:worker_threads";
import { boundedQueue } from "../http/bounded-queue.ts";

const idleMs = 60_000;
const memoryMaxMb = 256;
/** What is thrown away at once is collected sooner than the main thread does: that is slower by little, and a fifth less memory. */
const youngMaxMb = 16;

/** What the script gives back for each message it gets. */
type Outcome<T> = T | { failure: string };

/**
 * A plain script on a thread of its own, for work that would hold up everybody else: it is asked one thing after another,
 * and ends when it has had nothing to do for a while. Twenty may wait; who comes then is asked to come back. What takes too
 * long, or breaks the thread, is refused by itself: the next one begins a new thread.
 */
export function ownThread<Asked, Answered extends object>(script: string) {
  const oneAfterAnother = boundedQueue(1, 20);
  let thread: Worker | undefined;
  let goesIdle: NodeJS.Timeout | undefined;

  function ready(): Worker {
    clearTimeout(goesIdle);
    // Without the loader that reads the sources: the script needs none, and begins sooner.
    thread ??= new Worker(script, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb, maxYoungGenerationSizeMb: youngMaxMb },
    }).on("error", end);
    return thread;
  }

  async function askNow(asked: Asked, withinMs: number, transferred: Transferable[]): Promise<Answered> {
    const worker = ready();
    const given = new AbortController();
    const signal = AbortSignal.any([given.signal, AbortSignal.timeout(withinMs)]);
    worker.ref();
    try {
      worker.postMessage(asked, transferred);
      const response = await Promise.race([
        once(worker, "message", { signal }).then(([message]) => message as Outcome<Answered>),
        once(worker, "exit", { signal }).then(() => ({ failure: "The thread has ended." })),
      ]);
      if ("failure" in response) throw new Error(response.failure);
      worker.unref();
      goesIdle = setTimeout(end, idleMs).unref();
      return response;
    } catch (error) {
      end();
      throw error;
    } finally {
      given.abort();
    }
  }

  /** The next one begins another. */
  function end(): void {
    void thread?.terminate();
    thread = undefined;
  }

  return (asked: Asked, withinMs: number, transferred: Transferable[] = []): Promise<Answered> =>
    oneAfterAnother(() => askNow(asked, withinMs, transferred));
}
