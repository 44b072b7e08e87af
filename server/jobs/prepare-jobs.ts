import { runMigrations } from "graphile-worker";
import type pg from "pg";
import { createQuietLogger } from "./run-jobs.ts";

/** Creates or updates the job tables. Runs before the first request because requests enqueue jobs. */
export const prepareJobs = (pool: pg.Pool): Promise<void> =>
  runMigrations({ pgPool: pool, logger: createQuietLogger(undefined) });
