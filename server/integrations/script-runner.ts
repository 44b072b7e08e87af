import { fork } from "node:child_process";
import { type EventEmitter, once } from "node:events";
import { type Transferable, Worker } from "node:worker_threads";
import { boundedQueue } from "../http/protection/bounded-queue.ts";

const idleTimeoutMs = 60_000;
const maxMemoryMb = 256;
/** The size of the young generation. Hardly slower than the default, with a fifth less memory. */
const maxYoungGenerationMb = 16;

/** The script's reply to each message. */
type Outcome<T> = T | { failure: string };

/** A thread or process that runs the script. Emits `message`, `exit`, and `error`. */
interface Runner {
  events: EventEmitter;
  post: (task: unknown, transferList: Transferable[]) => void;
  end: () => void;
  ref: () => void;
  unref: () => void;
}

/**
 * Starts a worker thread. If it runs out of memory, the portal might crash, so it is only for scripts without
 * external input.
 */
function startThread(script: string): Runner {
  // The script starts sooner without the TypeScript loader, which it doesn't need.
  const worker = new Worker(script, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: maxYoungGenerationMb },
  });
  return {
    events: worker,
    post: (task, transferred) => worker.postMessage(task, transferred),
    end: () => void worker.terminate(),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
  };
}

/** Starts a process without the portal's environment. If it fails, the portal keeps running. */
function startProcess(script: string): Runner {
  const child = fork(script, {
    execArgv: [`--max-old-space-size=${maxMemoryMb}`, `--max-semi-space-size=${maxYoungGenerationMb}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: {},
  });
  return {
    events: child,
    post: (task) => child.send(task as object, () => undefined),
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

const runners = { thread: startThread, process: startProcess };

/**
 * Creates a function that runs a plain script in a thread or a separate process, for work that would block
 * the event loop. The script handles one task after another and ends after a while without tasks. Up to
 * twenty tasks can wait, five per sender. Further tasks are rejected as unavailable. If a task takes too long
 * or crashes the script, only that task fails, and the next one restarts the script.
 */
export function createScriptRunner<Task, Result extends object>(
  script: string,
  runnerName: keyof typeof runners,
) {
  const runInTurn = boundedQueue({ concurrency: 1, maxWaiting: 20, maxWaitingPerSender: 5 });
  let runner: Runner | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  function getRunner(): Runner {
    clearTimeout(idleTimer);
    if (runner !== undefined) return runner;
    const newRunner = runners[runnerName](script);
    newRunner.events.on("error", end);
    // The script might end while it is idle, for example if the system kills it.
    newRunner.events.on("exit", () => {
      if (runner === newRunner) runner = undefined;
    });
    runner = newRunner;
    return newRunner;
  }

  async function runTask(task: Task, timeoutMs: number, transferList: Transferable[]): Promise<Result> {
    const currentRunner = getRunner();
    const controller = new AbortController();
    const { signal } = controller;
    const timeout = setTimeout(() => controller.abort(), timeoutMs);
    currentRunner.ref();
    try {
      currentRunner.post(task, transferList);
      const response = await Promise.race([
        once(currentRunner.events, "message", { signal }).then(([message]) => message as Outcome<Result>),
        once(currentRunner.events, "exit", { signal }).then(() => ({ failure: "The script has ended." })),
      ]);
      if ("failure" in response) throw new Error(response.failure);
      currentRunner.unref();
      idleTimer = setTimeout(end, idleTimeoutMs).unref();
      return response;
    } catch (error) {
      end();
      throw error;
    } finally {
      clearTimeout(timeout);
      controller.abort();
    }
  }

  /** Stops the script. The next task restarts it. */
  function end(): void {
    runner?.end();
    runner = undefined;
  }

  return (
    task: Task,
    {
      sender,
      timeoutMs,
      transferList = [],
    }: { sender: string; timeoutMs: number; transferList?: Transferable[] },
  ): Promise<Result> => runInTurn(sender, () => runTask(task, timeoutMs, transferList));
}
