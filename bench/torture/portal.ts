import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { readConfig } from "#server/config.ts";
import { type Db, openDatabase, openPool } from "#server/db/database.ts";
import { findDatabase } from "#server/db/find-database.ts";
import { freePort, type Running, startInstance, stop } from "../servers.ts";

/** The built portal with its embedded database, in one folder and on one port, however often it is started. */
export interface TorturePortal {
  origin: string;
  dataDir: string;
  start(): Promise<Running>;
  /** Kills the server without a chance to clean up. */
  kill(): Promise<void>;
  /** Runs `use` with a connection to the database of the running portal. */
  withDb<T>(use: (db: Db) => Promise<T>): Promise<T>;
}

/** Runs `use` with a started portal that is removed afterward. */
export async function withPortal<T>(
  use: (portal: TorturePortal, running: Running) => Promise<T>,
  dataDir = mkdtempSync(path.join(tmpdir(), "portal-torture-")),
): Promise<T> {
  const port = await freePort();
  let running: Running | undefined;
  const portal: TorturePortal = {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    async start() {
      running = await startInstance({ DATA_DIR: dataDir, PORT: String(port) });
      return running;
    },
    async kill() {
      running?.process.kill("SIGKILL");
      await new Promise((resolve) => running?.process.once("exit", resolve));
    },
    async withDb(work) {
      const silent = pino({ level: "silent" });
      const { connection } = await findDatabase(readConfig({ DATA_DIR: dataDir }), silent);
      const db = openDatabase(openPool({ ...connection, max: 2, statement_timeout: 0 }, silent));
      try {
        return await work(db);
      } finally {
        await db.destroy();
      }
    },
  };
  try {
    return await use(portal, await portal.start());
  } finally {
    if (running !== undefined) await stop(running.process);
    rmSync(dataDir, { recursive: true, force: true });
  }
}
