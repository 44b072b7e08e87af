import { Logger, type Runner, type RunnerOptions, run } from "graphile-worker";
import type { Services } from "../http/context.ts";

export interface Worker {
  /** Lets the jobs under way finish. */
  stop(): Promise<void>;
}

/** Works the jobs of a list of tasks in this process, and begins again when the database was away. */
export async function keepRunning(
  { log }: Services,
  jobs: Pick<RunnerOptions, "pgPool" | "taskList" | "crontab" | "concurrency" | "pollInterval">,
): Promise<Worker> {
  let isStopping = false;
  let runner: Runner | undefined;
  const begin = async (): Promise<void> => {
    runner = await run({ pollInterval: 5_000, ...jobs, noHandleSignals: true, logger: quietLogger(log) });
    runner.promise.then(beginAgain, beginAgain);
  };
  const beginAgain = (error?: unknown): void => {
    runner = undefined;
    if (isStopping) return;
    log.warn({ err: error }, "The job worker stopped; it begins again.");
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

/** Failures of a job are worth a line, its comings and goings are not. */
export const quietLogger = (log: Services["log"] | undefined): Logger =>
  new Logger(() => (level, message) => {
    if (level === "error") log?.error(message);
    else if (level === "warning") log?.warn(message);
    else log?.debug(message);
  });
