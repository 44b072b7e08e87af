import { createHash } from "node:crypto";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { fileKeyColumns } from "../jobs/sweep-files.ts";
import { type AddPart, BackupError, type Manifest, type OnProgress } from "./manifest.ts";

type CopiedDatabase = Pick<
  Manifest,
  "postgresqlVersion" | "migrations" | "tables" | "jobs" | "sequences" | "logHeads"
> & {
  /** The keys of all files the snapshot refers to. */
  fileKeys: string[];
};

export const quoteIdentifier = (name: string) => pg.escapeIdentifier(name);

/** Writes values the same way regardless of the server's settings, and lifts the time limits of requests. */
export const copySettings = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'`;

/** Copies every table in one snapshot and collects the database's part of the manifest. */
export async function copyTables(
  client: pg.ClientBase,
  { addPart, onProgress }: { addPart: AddPart; onProgress: OnProgress },
): Promise<CopiedDatabase> {
  await client.query("begin isolation level repeatable read read only");
  await client.query(copySettings);
  const copyToPart = (name: string, source: string) =>
    addPart(name, client.query(copyTo(`copy ${source} to stdout`)));

  const tables: Manifest["tables"] = [];
  const portalTables = await listTables(client);
  for (const [index, { table, columns }] of portalTables.entries()) {
    onProgress(index / portalTables.length, `table ${index + 1} of ${portalTables.length}`);
    const source = `${quoteIdentifier(table)} (${columns.map(quoteIdentifier).join(", ")})`;
    const { part, lines } = await copyToPart(`tables/${table}.copy`, source);
    tables.push({ table, columns, rows: lines, part });
  }
  const jobs = (await hasJobs(client)) ? await copyToPart("jobs.copy", `(${pendingJobs})`) : null;

  const queryRows = async <Row extends pg.QueryResultRow>(query: string) =>
    (await client.query<Row>(query)).rows;
  const copiedDatabase: CopiedDatabase = {
    postgresqlVersion:
      (await queryRows<{ server_version: string }>("show server_version"))[0]?.server_version ?? "",
    migrations: await queryRows("select name, hash from schema_migrations order by name"),
    tables,
    jobs: jobs === null ? null : { rows: jobs.lines, part: jobs.part },
    sequences: (
      await queryRows<{ sequence: string; last: string }>(
        `select sequencename as sequence, last_value::text as last from pg_sequences
         where schemaname = 'public' and last_value is not null order by sequencename collate "C"`,
      )
    ).map(({ sequence, last }) => ({ sequence, lastValue: Number(last) })),
    logHeads: await hashLogHeads(client),
    fileKeys: await listReferencedFiles(client),
  };
  await client.query("commit");
  return copiedDatabase;
}

/**
 * Returns the portal's tables with their stored columns. The migrations table is excluded because the manifest
 * lists the migrations.
 */
export async function listTables(client: pg.ClientBase): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select c.relname::text as "table", array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
      and not exists (select from pg_depend e where e.objid = c.oid and e.deptype = 'e')
    group by c.relname order by c.relname collate "C"`);
  return rows;
}

async function hasJobs(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    "select where to_regclass('graphile_worker._private_jobs') is not null",
  );
  return rows.length > 0;
}

/**
 * The jobs in the form `add_job` accepts, because a later version of the queue might have other tables.
 * Excludes jobs that failed permanently, and the backup in progress, which would wait forever where BACKUP_DIR
 * isn't set.
 */
const pendingJobs = `
  select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  where j.attempts < j.max_attempts and t.identifier <> 'back-up' order by j.id`;

/**
 * Returns one hash over the heads of all work order logs. It must be the same after restoring.
 */
export async function hashLogHeads(client: pg.ClientBase): Promise<Manifest["logHeads"]> {
  const hash = createHash("sha256");
  let rows = 0;
  const heads = client.query(
    copyTo(
      "copy (select work_order_id, seq, encode(hash, 'hex') from work_order_activity_heads order by 1) to stdout",
    ),
  );
  for await (const chunk of heads as AsyncIterable<Buffer>) {
    hash.update(chunk);
    rows += chunk.toString("latin1").split("\n").length - 1;
  }
  return { rows, sha256: hash.digest("hex") };
}

/**
 * Returns the keys of all stored files that rows refer to. Infected files are left out because they were
 * removed, and data exports because they contain the other files.
 * @throws BackupError if there are no tables
 */
export async function listReferencedFiles(client: pg.ClientBase): Promise<string[]> {
  const columnsByTable = new Map((await listTables(client)).map(({ table, columns }) => [table, columns]));
  if (columnsByTable.size === 0)
    throw new BackupError("There's no portal in this database yet, so there's nothing to back up.");
  const fileKeyQueries = fileKeyColumns
    // A database with pending migrations might lack some of them.
    .filter(([table, column]) => columnsByTable.get(table)?.includes(column) && table !== "export_parts")
    .map(
      ([table, column]) =>
        `select ${quoteIdentifier(column)} as key from ${quoteIdentifier(table)}${table === "document_files" ? " where scan <> 'infected'" : ""}`,
    );
  const { rows } = await client.query<{ key: string }>(
    `select distinct key from (${fileKeyQueries.join(" union all ")}) named where key is not null order by key`,
  );
  return rows.map(({ key }) => key);
}
