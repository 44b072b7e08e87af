import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { readConfig } from "#server/config.ts";
import { type Db, openDatabase, openPool } from "#server/db/database.ts";
import { reachDatabase } from "#server/db/reach-database.ts";
import { openDiskStore } from "#server/integrations/disk-store.ts";
import { verifyAll } from "../../scripts/verify-all.ts";
import { freePort, type Running, startInstance, stop } from "../processes.ts";

/** The built portal with its embedded database, in a folder of its own and on one port, however often it is started. */
export interface OwnPortal {
  origin: string;
  dataDir: string;
  running(): Running;
  start(): Promise<Running>;
  /** Runs `use` with a connection to the database of the running portal. */
  withDb<T>(use: (db: Db) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

export async function ownPortal(
  dataDir = mkdtempSync(path.join(tmpdir(), "portal-torture-")),
): Promise<OwnPortal> {
  const port = await freePort();
  let running: Running | undefined;
  return {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    running() {
      if (running === undefined) throw new Error("The portal was not started.");
      return running;
    },
    async start() {
      running = await startInstance({ DATA_DIR: dataDir, PORT: String(port) });
      return running;
    },
    async withDb(use) {
      const silent = pino({ level: "silent" });
      const { connection } = await reachDatabase(readConfig({ DATA_DIR: dataDir }), silent);
      const db = openDatabase(openPool({ ...connection, max: 2, statement_timeout: 0 }, silent));
      try {
        return await use(db);
      } finally {
        await db.destroy();
      }
    },
    async end() {
      if (running !== undefined) await stop(running.process);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** As `npm run verify`: 0 if no fault was found. */
export const faultsFound = async (db: Db, dataDir: string): Promise<number> =>
  (await verifyAll(db, await openDiskStore(path.join(dataDir, "files")))) ? 0 : 1;
