import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { readMigrations, runMigration } from "../db/migrate.ts";
import type { FileStore } from "../integrations/files/file-store.ts";
import { prepareJobs } from "../jobs/prepare-jobs.ts";
import { hashLogHeads, listTables, quoteIdentifier } from "./copy-tables.ts";
import { BackupError, filePrefix, type OnProgress } from "./manifest.ts";
import { type Archive, checkArchive } from "./read-archive.ts";

/** An empty destination for an archive. */
export interface RestoreTarget {
  /** Connects with the portal's role. */
  pool: pg.Pool;
  /** The role that owns the tables: the portal's own, or the one from MIGRATE_DATABASE_URL. */
  owner: pg.PoolConfig;
  files: FileStore;
}

/** How far the progress bar is once the archive has been checked, and once the files have been stored. */
const checkedShare = 0.4;
const filesShare = 0.7;

/**
 * Restores an archive into an empty database and an empty file store. Needs no privileges beyond those of the
 * tables' owner. The whole archive is checked before anything is written. The rows are written in one
 * transaction, which checks every foreign key and runs the migrations the archive lacks. It comes last, so rows
 * never exist without their files and jobs. If it fails, the files and jobs are removed again.
 * @throws BackupError with a message for the operator
 */
export async function restoreArchive(
  archive: Archive,
  target: RestoreTarget,
  onProgress: OnProgress,
): Promise<void> {
  const client = new pg.Client({
    ...target.owner,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  await client.connect();
  try {
    await assertKnownMigrations(archive);
    await assertEmpty(client, target.files);
    await assertCanCreateJobSchema(target.pool);
    await checkArchive(archive, (share, step) => onProgress(share * checkedShare, step));
    await withFiles(archive, target.files, {
      onProgress: (share, step) => onProgress(checkedShare + share * (filesShare - checkedShare), step),
      onStored: () =>
        withJobs(archive, target.pool, () =>
          restoreTables(client, archive, (share, step) =>
            onProgress(filesShare + share * (1 - filesShare), step),
          ),
        ),
    });
    await client.query("analyze");
  } finally {
    await client.end();
  }
  onProgress(1, "restored");
}

async function assertKnownMigrations({ manifest }: Archive): Promise<void> {
  const knownMigrations = await readMigrations();
  const unknownMigration = manifest.migrations.find(
    ({ name, hash }) =>
      !knownMigrations.some((migration) => migration.name === name && migration.hash === hash),
  );
  if (unknownMigration === undefined) return;
  throw new BackupError(
    unknownMigration.name > (knownMigrations.at(-1)?.name ?? "")
      ? `The archive was made by a newer version of the portal (which includes ${unknownMigration.name}). Restore it with that version.`
      : `The archive was made before the first release with a different ${unknownMigration.name}. Restore it with the version that created it (${manifest.portalVersion}).`,
  );
}

async function assertEmpty(client: pg.Client, files: FileStore): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'v', 'm', 'S', 'p')
      and not exists (select from pg_depend e where e.objid = c.oid and e.deptype = 'e') limit 1`);
  if (rows[0] !== undefined)
    throw new BackupError(
      `The database isn't empty (it contains ${rows[0].name}). Restore into an empty one: set a different DATA_DIR, or point DATABASE_URL at a new database.`,
    );
  if (!(await files.isEmpty()))
    throw new BackupError(
      "There are already files here. Restore into an empty location: a different DATA_DIR, or an empty bucket in S3_BUCKET.",
    );
}

/** The job tables are created with the portal's role, which might not own the other tables. */
async function assertCanCreateJobSchema(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string; database: string }>(`
    select current_user as role, current_database() as database
    where not has_database_privilege(current_database(), 'create')`);
  if (rows[0] === undefined) return;
  const { role, database } = rows[0];
  throw new BackupError(
    `The role ${role} can't create the job queue schema. Run: grant create on database ${quoteIdentifier(database)} to ${quoteIdentifier(role)};`,
  );
}

/** Kept small because each file is in memory while it is stored. */
const concurrentFiles = 4;

/** Stores the files before any row refers to them, and removes them again if a later step fails. */
async function withFiles(
  archive: Archive,
  files: FileStore,
  { onProgress, onStored }: { onProgress: OnProgress; onStored: () => Promise<void> },
): Promise<void> {
  const storedKeys: string[] = [];
  const parts = archive.manifest.files;
  const pendingParts = [...parts];
  const storePendingParts = async () => {
    for (let part = pendingParts.shift(); part !== undefined; part = pendingParts.shift()) {
      const key = part.name.slice(filePrefix.length);
      onProgress(storedKeys.length / parts.length, `file ${storedKeys.length + 1} of ${parts.length}`);
      storedKeys.push(key);
      await files.restore(key, await buffer(await archive.read(part)));
    }
  };
  try {
    const outcomes = await Promise.allSettled(Array.from({ length: concurrentFiles }, storePendingParts));
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    await onStored();
  } catch (error) {
    for (const key of storedKeys) await files.remove(key);
    throw error;
  }
}

async function restoreTables(client: pg.Client, archive: Archive, onProgress: OnProgress): Promise<void> {
  const { manifest } = archive;
  const knownMigrations = await readMigrations();
  const isInArchive = ({ name }: { name: string }) =>
    manifest.migrations.some((applied) => applied.name === name);
  await client.query("begin");
  try {
    for (const migration of knownMigrations.filter(isInArchive)) await runMigration(client, migration);
    const tables = await listTables(client);
    if (
      !isDeepStrictEqual(
        tables,
        manifest.tables.map(({ table, columns }) => ({ table, columns })),
      )
    )
      throw new BackupError("The archive was changed: its tables don't match its migrations.");
    const addForeignKeys = await dropForeignKeys(client);
    // The rows already contain what the triggers computed, such as log hashes and sums.
    for (const { table } of tables)
      await client.query(`alter table ${quoteIdentifier(table)} disable trigger user`);
    await client.query(`truncate ${tables.map(({ table }) => quoteIdentifier(table)).join(", ")}`);
    for (const [index, { table, columns, rows, part }] of manifest.tables.entries()) {
      onProgress(index / tables.length, `table ${index + 1} of ${tables.length}`);
      const copyStream = client.query(
        copyFrom(`copy ${quoteIdentifier(table)} (${columns.map(quoteIdentifier).join(", ")}) from stdin`),
      );
      await pipeline(await archive.read(part), copyStream);
      if (copyStream.rowCount !== rows)
        throw new BackupError(`The archive was changed: ${part.name} doesn't have ${rows} rows.`);
    }
    for (const { table } of tables)
      await client.query(`alter table ${quoteIdentifier(table)} enable trigger user`);
    onProgress(1, "checking references");
    await addForeignKeys();
    for (const { sequence, lastValue } of manifest.sequences)
      await client.query("select setval($1::regclass, $2)", [quoteIdentifier(sequence), lastValue]);
    if (!isDeepStrictEqual(await hashLogHeads(client), manifest.logHeads))
      throw new BackupError("The archive was changed: the work order log heads don't match its manifest.");
    for (const migration of knownMigrations)
      if (!isInArchive(migration)) await runMigration(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/**
 * Drops all foreign keys, so that the tables can be filled in any order, and returns the function that adds
 * them again, which checks every row. Only a superuser could disable them.
 */
async function dropForeignKeys(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as "table", conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`);
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quoteIdentifier(name)}`);
  return async () => {
    for (const { table, name, definition } of rows)
      await client.query(`alter table ${table} add constraint ${quoteIdentifier(name)} ${definition}`);
  };
}

/** Enqueues the jobs before the rows exist, and removes them again if a later step fails. */
async function withJobs(archive: Archive, pool: pg.Pool, onEnqueued: () => Promise<void>): Promise<void> {
  try {
    await restoreJobs(pool, archive);
    await onEnqueued();
  } catch (error) {
    await pool.query("drop schema if exists graphile_worker cascade");
    throw error;
  }
}

/** Enqueues jobs through the job queue package, which owns the job tables. */
async function restoreJobs(pool: pg.Pool, archive: Archive): Promise<void> {
  await prepareJobs(pool);
  const { jobs } = archive.manifest;
  if (jobs === null) return;
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(
      "create temporary table archived_jobs (identifier text, payload json, queue_name text, run_at timestamptz, max_attempts int, key text) on commit drop",
    );
    await pipeline(await archive.read(jobs.part), client.query(copyFrom("copy archived_jobs from stdin")));
    await client.query(`
      select graphile_worker.add_job(identifier, payload, queue_name => queue_name, run_at => run_at,
        max_attempts => max_attempts, job_key => key) from archived_jobs`);
    await client.query("commit");
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
