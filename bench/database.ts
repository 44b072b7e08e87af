import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { startEmbedded } from "#server/db/embedded/start.ts";
import { migrate } from "#server/db/migrate.ts";
import { projectRoot } from "#server/project-root.ts";
import { timed } from "./figures.ts";
import { seed } from "./seed.ts";

/**
 * An embedded PostgreSQL as `npm start` runs it, in the cache folder, with a fresh copy of the seeded database. The seeded
 * database is kept between runs until the schema, the seed, or the month changes.
 */
export async function openBenchDatabase(orders: number): Promise<{ url: string; stop(): Promise<void> }> {
  const embedded = await startEmbedded({
    dataDir: path.join(projectRoot, ".cache/bench"),
    log: { info() {}, warn: console.warn, error: console.error },
  });
  const { host, port, user } = embedded.connection;
  const toUrl = (name: string) =>
    `postgres:///${name}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
  try {
    await withClient(toUrl("postgres"), async (client) => {
      const template = `seed_${orders}_${await seedHash()}`;
      const { rows } = await client.query<{ name: string }>(
        "select datname as name from pg_database where datname = 'bench' or datname like $1",
        [`seed_${orders}_%`],
      );
      for (const { name } of rows)
        if (name !== template) await client.query(`drop database ${name} with (force)`);
      if (!rows.some(({ name }) => name === template)) await createTemplate(client, template);
      await client.query(`create database bench template ${template} strategy file_copy`);
    });
    return { url: toUrl("bench"), stop: () => embedded.stop() };
  } catch (error) {
    await embedded.stop();
    throw error;
  }

  async function createTemplate(client: pg.Client, name: string): Promise<void> {
    console.log(`Seeding ${orders.toLocaleString("en-US")} work orders and their related rows ...`);
    // Interrupted seeding leaves no template behind.
    const unfinished = `seed_${orders}_unfinished`;
    const ms = await timed(async () => {
      await client.query(`create database ${unfinished}`);
      await withClient(toUrl(unfinished), async (target) => {
        await migrate(target);
        await seed(target, orders);
      });
      await client.query(`alter database ${unfinished} rename to ${name}`);
    });
    console.log(`  in ${(ms / 1000).toFixed(0)} s. It is kept for the next run.`);
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Includes the month because sessions and posted charges depend on the month of the seed. */
async function seedHash(): Promise<string> {
  const folder = path.join(projectRoot, "migrations");
  const migrations = (await readdir(folder)).sort().map((name) => path.join(folder, name));
  const hash = createHash("sha256").update(new Date().toISOString().slice(0, 7));
  for (const file of [...migrations, path.join(projectRoot, "bench/seed.ts")])
    hash.update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}
