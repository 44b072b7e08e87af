/* Charges what is due on the database of DATABASE_URL by the day of POSTING_DAY, as the hourly job does, and ends. */
import pino from "pino";
import { postDue } from "#domains/ledger/server/post-due.ts";
import { openDatabase, openPool } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";

const log = pino({ level: "warn" });
const db = openDatabase(openPool({ connectionString: process.env.DATABASE_URL ?? "" }, log));
const now = new Date(`${process.env.POSTING_DAY}T20:00:00Z`);
// The job uses nothing else of the portal.
const services = { db, log, clock: () => now } as unknown as Services;
await postDue(services);
await db.destroy();
