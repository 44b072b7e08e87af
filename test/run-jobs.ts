import { sql } from "kysely";
import { expect } from "vitest";
import { openPool } from "#server/db/database.ts";
import { openMailer } from "#server/integrations/email/mailer.ts";
import { startWorker } from "#server/jobs/worker.ts";
import type { TestPortal } from "./portal.ts";

/** Runs queued jobs until `isDone`, which is checked after each job. */
export async function runJobsUntil(
  { connection, db, services }: TestPortal,
  isDone: () => Promise<boolean>,
  environment: { SMTP_URL?: string } = {},
): Promise<void> {
  const pool = openPool(connection, services.log);
  const mailer = openMailer({ ...services.config, smtpUrl: environment.SMTP_URL });
  const worker = await startWorker(services, pool, mailer);
  const patience = { timeout: 20_000, interval: 20 };
  await expect.poll(isDone, patience).toBe(true);
  await worker.stop();
  // The worker doesn't wait for the results of its last jobs to be written.
  const countRunning = async () =>
    (await sql`select from graphile_worker._private_jobs where locked_at is not null`.execute(db)).rows
      .length;
  await expect.poll(countRunning, patience).toBe(0);
  mailer.close();
  await pool.end();
}
