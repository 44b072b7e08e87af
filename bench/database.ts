import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { startEmbedded } from "#server/db/embedded/start.ts";
import { migrate } from "#server/db/migrate.ts";
import { projectRoot } from "#server/project-root.ts";
import { seed } from "./seed.ts";

const database = "bench";

/**
 * An embedded PostgreSQL as `npm start` runs it, in the cache folder, with a fresh copy of the seeded database. The seeded
 * database is kept between runs until the schema, the seed or the month changes.
 */
export async function openBenchDatabase(
  orders: number,
): Promise<{ url: string; description: string; stop(): Promise<void> }> {
  const embedded = await startEmbedded({
    dataDir: path.join(projectRoot, ".cache/bench"),
    log: { info() {}, warn: console.warn, error: console.error },
  });
  const connection = (name: string) => ({ ...embedded.connection, database: name });
  const { host, port, user } = embedded.connection;
  try {
    const description = await withClient(connection("postgres"), async (client) => {
      const template = `seed_${orders}_${await seedHash()}`;
      await client.query(`drop database if exists ${database} with (force)`);
      if (!(await databasesLike(client, template)).includes(template)) {
        for (const old of await databasesLike(client, `seed_${orders}_%`))
          await client.query(`drop database ${old}`);
        await createTemplate(client, connection, template, orders);
      }
      await client.query(`create database ${database} template ${template} strategy file_copy`);
      return describe(client);
    });
    const url = `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
    return { url, description, stop: () => embedded.stop() };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

async function createTemplate(
  server: pg.Client,
  connection: (name: string) => pg.ClientConfig,
  name: string,
  orders: number,
): Promise<void> {
  const startedAt = Date.now();
  console.log(`Seeding ${orders.toLocaleString("en-US")} work orders and their related rows ...`);
  await server.query("drop database if exists unfinished_seed with (force)");
  await server.query("create database unfinished_seed");
  await withClient(connection("unfinished_seed"), async (client) => {
    await migrate(client);
    await seed(client, orders);
  });
  await server.query(`alter database unfinished_seed rename to ${name}`);
  console.log(`  in ${((Date.now() - startedAt) / 1000).toFixed(0)} s; it is kept for the next run.`);
}

async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function databasesLike(client: pg.Client, pattern: string): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    "select datname from pg_database where datname like $1",
    [pattern],
  );
  return rows.map(({ datname }) => datname);
}

/** Includes the month, as sessions and posted charges depend on the month of the seed. */
async function seedHash(): Promise<string> {
  const folder = path.join(projectRoot, "migrations");
  const migrations = (await readdir(folder)).sort().map((name) => path.join(folder, name));
  const hash = createHash("sha256").update(new Date().toISOString().slice(0, 7));
  for (const file of [...migrations, path.join(projectRoot, "bench/seed.ts")])
    hash.update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}

async function describe(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ text: string }>(
    `select 'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1) || ', fsync ' || current_setting('fsync')
       || ', shared_buffers ' || current_setting('shared_buffers') as text`,
  );
  return rows[0]?.text ?? "";
}
