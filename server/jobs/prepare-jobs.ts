import { runMigrations } from "graphile-worker";
import type pg from "pg";
import { quietLogger } from "./keep-running.ts";

/** Creates or updates the job tables; runs before the first request, as requests enqueue jobs. */
export const prepareJobs = (pool: pg.Pool): Promise<void> =>
  runMigrations({ pgPool: pool, logger: quietLogger(undefined) });
