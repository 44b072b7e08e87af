import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { projectRoot } from "../project-root.ts";
import { StartRefused } from "../start-refused.ts";

const migrationLock = 5_461_004_471;

interface Migration {
  name: string;
  sql: string;
  hash: string;
}

async function readMigrations(): Promise<Migration[]> {
  const folder = path.join(projectRoot, "migrations");
  const names = (await readdir(folder)).filter((name) => /^\d{14}_.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), "utf8");
      return { name, sql, hash: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/**
 * Brings the database forward, each file in a transaction of its own, under an advisory lock so that instances starting
 * together do it once.
 * @throws StartRefused when the database is newer than this program, or a migration that ran was changed since.
 */
export async function migrate(client: pg.Client | pg.PoolClient): Promise<string[]> {
  const migrations = await readMigrations();
  await client.query("select pg_advisory_lock($1)", [migrationLock]);
  try {
    await client.query(
      "create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())",
    );
    const { rows: applied } = await client.query<{ name: string; hash: string }>(
      "select name, hash from schema_migrations order by name",
    );
    for (const { name, hash } of applied) {
      const ours = migrations.find((migration) => migration.name === name);
      if (ours === undefined)
        throw new StartRefused(
          `The database was made by a newer version of this program (it knows ${name}): please start that version.`,
        );
      if (ours.hash !== hash)
        throw new StartRefused(
          `The migration ${name} was changed after it ran on this database: please restore the file and add a new one.`,
        );
    }
    const pending = migrations.filter((migration) => !applied.some(({ name }) => name === migration.name));
    for (const { name, sql, hash } of pending) {
      await client.query("begin");
      try {
        await client.query(sql);
        await client.query("insert into schema_migrations (name, hash) values ($1, $2)", [name, hash]);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw error;
      }
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]);
  }
}
