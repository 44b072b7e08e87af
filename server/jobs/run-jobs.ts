import { EventEmitter } from "node:events";
import { Logger, type Runner, type RunnerOptions, run, type WorkerEvents } from "graphile-worker";
import type { Services } from "../http/context.ts";

export interface Worker {
  /** Lets running jobs finish. */
  stop(): Promise<void>;
}

/** Runs the jobs of a task list in this process. Restarts after the database connection is lost. */
export async function runJobs(
  { log, live }: Services,
  jobs: Pick<RunnerOptions, "pgPool" | "taskList" | "crontab" | "concurrency">,
): Promise<Worker> {
  let isStopping = false;
  let runner: Runner | undefined;
  let stopShowingAlive = () => {};
  const start = async (): Promise<void> => {
    const events: WorkerEvents = new EventEmitter();
    events.once("pool:create", ({ workerPool }) => {
      stopShowingAlive = live.showAlive(workerPool.id);
    });
    runner = await run({
      ...jobs,
      // New jobs are announced, so polling isn't needed for them. It finds the next job of a queue, which the
      // worker looks for before the previous one is recorded as done.
      pollInterval: 1_000,
      noHandleSignals: true,
      logger: createQuietLogger(log),
      events,
      // Without these, the result of a job is written by a promise that isn't awaited, and losing the
      // database would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    runner.promise.then(restart, restart);
  };
  const restart = (error?: unknown): void => {
    runner = undefined;
    stopShowingAlive();
    if (isStopping) return;
    log.warn({ err: error }, "The job worker stopped. Restarting it.");
    setTimeout(() => {
      if (!isStopping) start().catch(restart);
    }, 1_000).unref();
  };
  await start();
  return {
    async stop() {
      isStopping = true;
      await runner?.stop().catch(() => undefined);
    },
  };
}

/** Logs failed jobs, but not the start and end of each job. */
export const createQuietLogger = (log: Services["log"] | undefined): Logger =>
  new Logger(() => (level, message) => {
    if (level === "error") log?.error(message);
    else if (level === "warning") log?.warn(message);
    else log?.debug(message);
  });
