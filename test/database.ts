import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { type Connection, openPool } from "#server/db/database.ts";
import { startEmbedded } from "#server/db/embedded/start.ts";
import { migrate } from "#server/db/migrate.ts";
import { prepareJobs } from "#server/jobs/prepare-jobs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    databaseConnection: Connection;
  }
}

/** The migrated database. Every test file gets a copy of its files in 30 to 50 ms. */
export const templateName = "portal_template";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Starts one real PostgreSQL for the whole run, without fsync because test data doesn't need to survive a
 * power failure.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, stop } = await startServer();
  await withClient({ ...connection, database: "postgres" }, async (client) => {
    await client.query(`create database ${templateName}`);
  });
  const pool = openPool({ ...connection, database: templateName }, silent);
  const client = await pool.connect();
  await migrate(client);
  client.release();
  await prepareJobs(pool);
  await pool.end();
  project.provide("databaseConnection", connection);
  return stop;
}

/** Runs `use` on a separate empty database, to describe the schema. */
export async function withEmptyDatabase(use: (client: pg.Client) => Promise<void>): Promise<void> {
  const { connection, stop } = await startServer();
  try {
    await withClient(connection, async (client) => {
      await migrate(client);
      await use(client);
    });
  } finally {
    await stop();
  }
}

export async function withClient<T>(
  connection: Connection,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function startServer(): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "portal-test-"));
  const embedded = await startEmbedded({ dataDir: folder, log: silent, fsync: false, maxConnections: 200 });
  return {
    connection: embedded.connection,
    async stop() {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
