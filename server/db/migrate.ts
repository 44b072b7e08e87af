import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { projectRoot } from "../project-root.ts";
import { StartupError } from "../startup-error.ts";

const migrationLock = 5_461_004_471;

export interface Migration {
  name: string;
  sql: string;
  hash: string;
}

type AppliedMigration = Pick<Migration, "name" | "hash">;

/** Returns all migrations of this program, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const folder = path.join(projectRoot, "migrations");
  const names = (await readdir(folder)).filter((name) => /^\d{14}_.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), "utf8");
      return { name, sql, hash: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

const migrationTable =
  "create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())";

/** Runs a migration in the transaction of `client`. */
export async function runMigration(client: pg.ClientBase, { name, sql, hash }: Migration): Promise<void> {
  await client.query(migrationTable);
  await client.query(sql);
  await client.query("insert into schema_migrations (name, hash) values ($1, $2)", [name, hash]);
}

/**
 * Runs the pending migrations, each in its own transaction, under an advisory lock so that instances started
 * together run them once. Returns their names. `beforeUpgrade` runs first if the database has been in use.
 * @throws StartupError if the database is newer than this program, or was created by migrations that have
 * changed since
 */
export async function migrate(
  client: pg.Client | pg.PoolClient,
  { beforeUpgrade = async () => undefined }: { beforeUpgrade?: () => Promise<void> } = {},
): Promise<string[]> {
  const migrations = await readMigrations();
  await client.query("select pg_advisory_lock($1)", [migrationLock]);
  try {
    await client.query(migrationTable);
    const { rows: appliedMigrations } = await client.query<AppliedMigration>(
      "select name, hash from schema_migrations order by name",
    );
    assertKnownMigrations(appliedMigrations, migrations);
    const pendingMigrations = migrations.filter(
      (migration) => !appliedMigrations.some(({ name }) => name === migration.name),
    );
    if (appliedMigrations.length > 0 && pendingMigrations.length > 0) await beforeUpgrade();
    for (const migration of pendingMigrations) {
      await client.query("begin");
      try {
        await runMigration(client, migration);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw error;
      }
    }
    return pendingMigrations.map(({ name }) => name);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]);
  }
}

function assertKnownMigrations(applied: AppliedMigration[], migrations: Migration[]): void {
  const unknownMigrations = applied.filter(
    ({ name, hash }) => !migrations.some((migration) => migration.name === name && migration.hash === hash),
  );
  const [first] = unknownMigrations;
  if (first === undefined) return;
  const latest = migrations.at(-1)?.name ?? "";
  throw new StartupError(
    unknownMigrations.every(({ name }) => name > latest)
      ? `The database was created by a newer version of the portal (which includes ${first.name}). Start that version.`
      : `The database was created before the first release with a different ${first.name}. Start with an empty one: move DATA_DIR away, or point DATABASE_URL at an empty database.`,
  );
}
