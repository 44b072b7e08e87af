import { once } from "node:events";
import { type Transferable, Worker } from "node:worker_threads";
import { boundedQueue } from "../http/bounded-queue.ts";

const idleMs = 60_000;
const memoryMaxMb = 256;
/** A small young generation: hardly slower than the default, with a fifth less memory. */
const youngMaxMb = 16;

/** The script's reply to each message. */
type Outcome<T> = T | { failure: string };

/**
 * A plain script on a worker thread, for work that would block the event loop. It handles one task after another and ends
 * after a while without tasks. Up to twenty tasks wait, five of one sender; further ones are refused as unavailable. A task that takes too long or
 * crashes the thread fails alone: the next one starts a new thread.
 */
export function ownThread<Asked, Answered extends object>(script: string) {
  const oneAfterAnother = boundedQueue({ atOnce: 1, waiting: 20, waitingOfSender: 5 });
  let thread: Worker | undefined;
  let goesIdle: NodeJS.Timeout | undefined;

  function ready(): Worker {
    clearTimeout(goesIdle);
    // Without the TypeScript loader, which the script does not need: it starts sooner.
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

  /** The next task starts a new thread. */
  function end(): void {
    void thread?.terminate();
    thread = undefined;
  }

  return (
    asked: Asked,
    {
      sender,
      withinMs,
      transferred = [],
    }: { sender: string; withinMs: number; transferred?: Transferable[] },
  ): Promise<Answered> => oneAfterAnother(sender, () => askNow(asked, withinMs, transferred));
}
