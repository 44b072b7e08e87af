import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { startEmbedded } from "#server/db/embedded/start.ts";
import { migrate } from "#server/db/migrate.ts";
import { seed } from "./seed.ts";

/** A PostgreSQL server for one run of the bench. */
export interface Server {
  /** The address of one of its databases, as DATABASE_URL takes it. */
  url(database: string): string;
  description: string;
  stop(): Promise<void>;
}

/** BENCH_DATABASE_URL, or an embedded server in a temporary folder as `npm start` has it, with fsync on. */
export async function openServer(): Promise<Server> {
  const given = process.env.BENCH_DATABASE_URL;
  if (given !== undefined) {
    const url = (database: string) => {
      const parsed = new URL(given);
      parsed.pathname = `/${database}`;
      return parsed.href;
    };
    return { url, description: await describe(given), stop: async () => undefined };
  }
  const folder = await mkdtemp(path.join(tmpdir(), "portal-bench-"));
  const embedded = await startEmbedded({
    dataDir: folder,
    log: { info() {}, warn: console.warn, error: console.error },
  });
  const { host, port, user } = embedded.connection;
  const url = (database: string) =>
    `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
  return {
    url,
    description: await describe(url("postgres")),
    async stop() {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function describe(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ text: string }>(
      `select 'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1) || ', fsync ' || current_setting('fsync')
         || ', shared_buffers ' || current_setting('shared_buffers') as text`,
    );
    return rows[0]?.text ?? "";
  });
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A database with `orders` work orders; an old one of the same name goes. */
export async function createSeeded(server: Server, name: string, orders: number): Promise<string> {
  const startedAt = Date.now();
  console.log(`Seeding ${orders.toLocaleString("en-US")} work orders ...`);
  await dropDatabase(server, name);
  await withClient(server.url("postgres"), (client) => client.query(`create database ${name}`));
  const url = server.url(name);
  await withClient(url, async (client) => {
    await migrate(client);
    await seed(client, orders, console.log);
  });
  console.log(`  in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  return url;
}

export async function dropDatabase(server: Server, name: string): Promise<void> {
  await withClient(server.url("postgres"), (client) =>
    client.query(`drop database if exists ${name} with (force)`),
  );
}
