import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import type { Config } from "../config.ts";
import { StartRefused } from "../start-refused.ts";
import type { Connection } from "./database.ts";
import { majorVersion, socketPort } from "./embedded/site.ts";
import { type EmbeddedOptions, startEmbedded } from "./embedded/start.ts";

/** Connects to each database that the environment names, once. @throws StartRefused with the variable and the reason */
export async function ensureReachable({ databaseUrl, migrateDatabaseUrl }: Config): Promise<void> {
  const named = { DATABASE_URL: databaseUrl, MIGRATE_DATABASE_URL: migrateDatabaseUrl };
  for (const [variable, connectionString] of Object.entries(named)) {
    if (connectionString === undefined) continue;
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      await client.end();
    } catch (error) {
      const reason = (error as Error).message;
      throw new StartRefused(`The database could not be reached (${reason}): please check ${variable}.`);
    }
  }
}

/**
 * The database of the portal that the environment configures: that of DATABASE_URL, that of a portal running on DATA_DIR, or
 * else the embedded one, started until `stop`.
 * @throws StartRefused when there is none in DATA_DIR
 */
export async function reachDatabase(
  { databaseUrl, dataDir }: Config,
  log: EmbeddedOptions["log"],
): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const nothing = async () => undefined;
  if (databaseUrl !== undefined) return { connection: { connectionString: databaseUrl }, stop: nothing };
  const running = await serverOf(dataDir);
  if (running !== null) return { connection: running, stop: nothing };
  if (!existsSync(path.join(dataDir, "postgres")))
    throw new StartRefused(`There is no database in ${dataDir}.`);
  return startEmbedded({ dataDir, log });
}

/** The database server of a portal that is running on this folder. */
async function serverOf(dataDir: string): Promise<Connection | null> {
  const noteOfServer = path.join(dataDir, "postgres", majorVersion, "postmaster.pid");
  if (!existsSync(noteOfServer)) return null;
  const socketFolder = readFileSync(noteOfServer, "utf8").split("\n")[4] ?? "";
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
