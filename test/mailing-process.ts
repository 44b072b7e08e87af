/*
 * Runs the jobs of the database in MAILING in a separate process until it is killed. Prints a line when it has started.
 */
import pino from "pino";
import { postCharges } from "#domains/ledger/server/post-charges.ts";
import { readConfig } from "#server/config.ts";
import { type Connection, openDatabase, openPool } from "#server/db/database.ts";
import { openMailer } from "#server/integrations/mailer.ts";
import { openFiles } from "#server/integrations/open-files.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { openLiveBus } from "#server/live/bus.ts";

export interface MailingTask {
  connection: Connection;
  dataDir: string;
  smtpUrl: string;
}

const { connection, dataDir, smtpUrl } = JSON.parse(process.env.MAILING ?? "") as MailingTask;
const log = pino({ level: "silent" });
const config = readConfig({ DEMO: "0", DATA_DIR: dataDir, SMTP_URL: smtpUrl });
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
  secretKey: Buffer.alloc(32, 1),
  log,
  clock: () => new Date(),
};
await startWorker(services, pool, openMailer(config));
process.stdout.write("working\n");
