/*
 * A portal in a separate process on the database and the folder in SERVING, until it is killed. Prints the address it listens
 * on.
 */
import pino from "pino";
import { postCharges } from "#domains/ledger/server/post-charges.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { type Connection, openDatabase, openPool } from "#server/db/database.ts";
import { openFiles } from "#server/integrations/open-files.ts";
import { openLiveBus } from "#server/live/bus.ts";

export interface ServingTask {
  connection: Connection;
  dataDir: string;
}

const { connection, dataDir } = JSON.parse(process.env.SERVING ?? "") as ServingTask;
const log = pino({ level: "silent" });
const config = readConfig({ DEMO: "0", DATA_DIR: dataDir });
const db = openDatabase(openPool(connection, log));
const app = await buildApp({
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
});
process.stdout.write(`${await app.listen({ port: 0, host: "127.0.0.1" })}\n`);
