/*
 * Runs several random payment schedules at a time on the database in PAYING, each on its own lease, until
 * it's killed. Prints a line when it starts and when it ends.
 */
import fc from "fast-check";
import pino from "pino";
import { readConfig } from "#server/config.ts";
import { type Connection, openDatabase, openPool } from "#server/db/database.ts";
import type { LiveBus } from "#server/live/bus.ts";
import { arbitrarySchedule, PaymentRunner } from "../money/payment-schedules.ts";

export interface PaymentTask {
  connection: Connection;
  tenantId: number;
  adminId: number;
  /** Each lease has one schedule. */
  leaseIds: number[];
  seed: number;
}

const { connection, tenantId, adminId, leaseIds, seed } = JSON.parse(process.env.PAYING ?? "") as PaymentTask;
const log = pino({ level: "silent" });
const db = openDatabase(openPool(connection, log));
const schedules = fc.sample(arbitrarySchedule, { numRuns: leaseIds.length, seed });
const services = {
  db,
  log,
  secretKey: Buffer.alloc(32, 1),
  config: readConfig({ DEMO: "1" }),
  // There are no event streams.
  live: { publish: () => undefined } as unknown as LiveBus,
};

async function work(): Promise<void> {
  for (let leaseId = leaseIds.shift(); leaseId !== undefined; leaseId = leaseIds.shift()) {
    const paying = new PaymentRunner({ services, leaseId, tenantId, adminId });
    for (const step of schedules.pop() ?? []) await paying.attempt(step);
  }
}

process.stdout.write("starts\n");
await Promise.all(Array.from({ length: 4 }, work));
process.stdout.write("ends\n");
await db.destroy();
