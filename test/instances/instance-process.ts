/*
 * Runs an instance of the portal in a separate process with the database and environment from INSTANCE until
 * it's killed. Prints its address.
 */
import pino from "pino";
import { postCharges } from "#domains/ledger/server/posting/post-charges.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { type Connection, openDatabase, openPool } from "#server/db/database.ts";
import { openMailer } from "#server/integrations/email/mailer.ts";
import { openFiles } from "#server/integrations/files/open-files.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { openLiveBus } from "#server/live/bus.ts";
import { pushToNoOne } from "../fakes/fake-push.ts";

export interface InstanceTask {
  connection: Connection;
  environment: Record<string, string>;
  /** Whether it runs jobs. */
  works: boolean;
}

const { connection, environment, works } = JSON.parse(process.env.INSTANCE ?? "") as InstanceTask;
const log = pino({ level: "silent" });
const config = readConfig({ DEMO: "0", ...environment });
const pool = openPool(connection, log);
const db = openDatabase(pool);
const services = {
  config,
  db,
  searchDb: db,
  postCharges,
  files: await openFiles(config, log),
  live: openLiveBus(connection, log),
  cards: null,
  identityProvider: null,
  push: pushToNoOne(),
  secretKey: Buffer.alloc(32, 1),
  log,
  clock: () => new Date(),
};
if (works) await startWorker(services, pool, openMailer(config));
const app = await buildApp(services);
process.stdout.write(`${await app.listen({ port: 0, host: "127.0.0.1" })}\n`);
