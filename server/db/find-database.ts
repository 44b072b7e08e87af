import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import type { Config } from "../config.ts";
import { StartupError } from "../startup-error.ts";
import type { Connection } from "./database.ts";
import { majorVersion, socketPort } from "./embedded/site.ts";
import { type EmbeddedOptions, startEmbedded } from "./embedded/start.ts";

/**
 * Connects once to each configured database.
 * @throws StartupError with the variable and the reason
 */
export async function ensureReachable({ databaseUrl, migrateDatabaseUrl }: Config): Promise<void> {
  const urls = { DATABASE_URL: databaseUrl, MIGRATE_DATABASE_URL: migrateDatabaseUrl };
  for (const [variable, connectionString] of Object.entries(urls)) {
    if (connectionString === undefined) continue;
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      await client.end();
    } catch (error) {
      const reason = (error as Error).message;
      throw new StartupError(`Couldn't connect to the database (${reason}). Check ${variable}.`);
    }
  }
}

/**
 * Returns the portal's database: the one from DATABASE_URL, the one of a portal running on DATA_DIR, or else
 * the embedded one, which runs until `stop`.
 * @throws StartupError if DATA_DIR contains no database
 */
export async function findDatabase(
  { databaseUrl, dataDir }: Config,
  log: EmbeddedOptions["log"],
): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const doNothing = async () => undefined;
  if (databaseUrl !== undefined) return { connection: { connectionString: databaseUrl }, stop: doNothing };
  const runningServer = await findRunningServer(dataDir);
  if (runningServer !== null) return { connection: runningServer, stop: doNothing };
  if (!existsSync(path.join(dataDir, "postgres"))) throw new StartupError(`No database found in ${dataDir}.`);
  return startEmbedded({ dataDir, log });
}

/** Returns the database server of a portal that is running on this folder. */
async function findRunningServer(dataDir: string): Promise<Connection | null> {
  const lockFile = path.join(dataDir, "postgres", majorVersion, "postmaster.pid");
  if (!existsSync(lockFile)) return null;
  const socketFolder = readFileSync(lockFile, "utf8").split("\n")[4] ?? "";
  const connection = { host: socketFolder, port: socketPort, user: "app", database: "portal" };
  const client = new pg.Client(connection);
  try {
    await client.connect();
    await client.end();
    return connection;
  } catch {
    // The file was left behind by a killed server.
    return null;
  }
}
