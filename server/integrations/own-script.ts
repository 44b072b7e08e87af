import { fork } from "node:child_process";
import { type EventEmitter, once } from "node:events";
import { type Transferable, Worker } from "node:worker_threads";
import { boundedQueue } from "../http/bounded-queue.ts";

const idleMs = 60_000;
const memoryMaxMb = 256;
/** A small young generation: hardly slower than the default, with a fifth less memory. */
const youngMaxMb = 16;

/** The script's reply to each message. */
type Outcome<T> = T | { failure: string };

/** What runs the script: a thread or a process, with its events `message`, `exit` and `error`. */
interface Runner {
  events: EventEmitter;
  give: (asked: unknown, transferred: Transferable[]) => void;
  end: () => void;
  ref: () => void;
  unref: () => void;
}

/**
 * A worker thread. It shares the memory of the portal: one that runs out of its own may take the portal with it, so it is for
 * scripts that get nothing from outside.
 */
function onThread(script: string): Runner {
  // Without the TypeScript loader, which the script does not need: it starts sooner.
  const worker = new Worker(script, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb, maxYoungGenerationSizeMb: youngMaxMb },
  });
  return {
    events: worker,
    give: (asked, transferred) => worker.postMessage(asked, transferred),
    end: () => void worker.terminate(),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
  };
}

/** A process without the environment of the portal: whatever happens to it, the portal goes on. */
function asProcess(script: string): Runner {
  const child = fork(script, {
    execArgv: [`--max-old-space-size=${memoryMaxMb}`, `--max-semi-space-size=${youngMaxMb}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: {},
  });
  return {
    events: child,
    give: (asked) => child.send(asked as object, () => undefined),
    end: () => void child.kill("SIGKILL"),
    ref: () => {
      child.ref();
      child.channel?.ref();
    },
    unref: () => {
      child.unref();
      child.channel?.unref();
    },
  };
}

const runners = { thread: onThread, process: asProcess };

/**
 * A plain script on a thread or as a process of its own, for work that would block the event loop. It handles one task after
 * another and ends after a while without tasks. Up to twenty tasks wait, five of one sender; further ones are refused as
 * unavailable. A task that takes too long or ends the script fails alone: the next one starts the script anew.
 */
export function ownScript<Asked, Answered extends object>(script: string, as: keyof typeof runners) {
  const oneAfterAnother = boundedQueue({ atOnce: 1, waiting: 20, waitingOfSender: 5 });
  let runner: Runner | undefined;
  let goesIdle: NodeJS.Timeout | undefined;

  function ready(): Runner {
    clearTimeout(goesIdle);
    if (runner !== undefined) return runner;
    const started = runners[as](script);
    started.events.on("error", end);
    // It may end while it has nothing to do, as when the system kills it.
    started.events.on("exit", () => {
      if (runner === started) runner = undefined;
    });
    runner = started;
    return started;
  }

  async function askNow(asked: Asked, withinMs: number, transferred: Transferable[]): Promise<Answered> {
    const current = ready();
    const given = new AbortController();
    const { signal } = given;
    const tooLate = setTimeout(() => given.abort(), withinMs);
    current.ref();
    try {
      current.give(asked, transferred);
      const response = await Promise.race([
        once(current.events, "message", { signal }).then(([message]) => message as Outcome<Answered>),
        once(current.events, "exit", { signal }).then(() => ({ failure: "The script has ended." })),
      ]);
      if ("failure" in response) throw new Error(response.failure);
      current.unref();
      goesIdle = setTimeout(end, idleMs).unref();
      return response;
    } catch (error) {
      end();
      throw error;
    } finally {
      clearTimeout(tooLate);
      given.abort();
    }
  }

  /** The next task starts the script anew. */
  function end(): void {
    runner?.end();
    runner = undefined;
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
