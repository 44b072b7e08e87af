import { EventEmitter } from "node:events";
import { Logger, type Runner, type RunnerOptions, run, type WorkerEvents } from "graphile-worker";
import type { Services } from "../http/context.ts";

export interface Worker {
  /** Lets running jobs finish. */
  stop(): Promise<void>;
}

/** Runs the jobs of a task list in this process, and restarts after a loss of the database. */
export async function keepRunning(
  { log, live }: Services,
  jobs: Pick<RunnerOptions, "pgPool" | "taskList" | "crontab" | "concurrency">,
): Promise<Worker> {
  let isStopping = false;
  let runner: Runner | undefined;
  let endAlive = () => {};
  const begin = async (): Promise<void> => {
    const events: WorkerEvents = new EventEmitter();
    events.once("pool:create", ({ workerPool }) => {
      endAlive = live.showAlive(workerPool.id);
    });
    runner = await run({
      ...jobs,
      // A new job is announced, but not the next job of a queue, for which a worker looks before the last one is recorded as done.
      pollInterval: 1_000,
      noHandleSignals: true,
      logger: quietLogger(log),
      events,
      // Without these the result of a job is written by a promise that nobody looks at: a lost database would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    runner.promise.then(beginAgain, beginAgain);
  };
  const beginAgain = (error?: unknown): void => {
    runner = undefined;
    endAlive();
    if (isStopping) return;
    log.warn({ err: error }, "The job worker stopped; it is being restarted.");
    setTimeout(() => {
      if (!isStopping) begin().catch(beginAgain);
    }, 1_000).unref();
  };
  await begin();
  return {
    async stop() {
      isStopping = true;
      await runner?.stop().catch(() => undefined);
    },
  };
}

/** Logs the failures of jobs, not their starts and ends. */
export const quietLogger = (log: Services["log"] | undefined): Logger =>
  new Logger(() => (level, message) => {
    if (level === "error") log?.error(message);
    else if (level === "warning") log?.warn(message);
    else log?.debug(message);
  });
