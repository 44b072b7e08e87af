/*
 * Pays on the database of PAYING until it is killed: random schedules on leases of their own, several at once. Says which
 * leases it works on, one line each, before it begins with them.
 */
import fc from "fast-check";
import pino from "pino";
import { type Connection, openDatabase, openPool } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";
import { openSandbox } from "#server/outside/sandbox-cards.ts";
import { Paying, someSchedule } from "./paying-schedule.ts";

export interface PayingTask {
  connection: Connection;
  tenantId: number;
  adminId: number;
  /** Each is paid for by one schedule. */
  leaseIds: number[];
  seed: number;
}

const { connection, tenantId, adminId, leaseIds, seed } = JSON.parse(process.env.PAYING ?? "") as PayingTask;
const log = pino({ level: "silent" });
const db = openDatabase(openPool(connection, log));
const schedules = fc.sample(someSchedule, { numRuns: leaseIds.length, seed });
const ours = { db, log, secretKey: Buffer.alloc(32, 1) };
const live = { publish: () => undefined };

async function work(): Promise<void> {
  for (let leaseId = leaseIds.shift(); leaseId !== undefined; leaseId = leaseIds.shift()) {
    const clock = { now: new Date() };
    const own = { ...ours, live, clock: () => clock.now, config: { publicUrl: "http://localhost" } };
    const cards = openSandbox(own);
    // Paying uses nothing else of the portal.
    const services = { ...own, cards } as unknown as Services;
    const paying = new Paying({ services, leaseId, tenantId, adminId, clock });
    for (const step of schedules.pop() ?? []) await paying.do(step);
  }
}

process.stdout.write("begins\n");
await Promise.all(Array.from({ length: 4 }, work));
process.stdout.write("ends\n");
await db.destroy();
