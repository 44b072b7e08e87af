import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

/** Counts of tries stay although what was tried is refused. */
const mayChangeWhenRefused = ["limit_counts"];

/** A hash of the contents of every table by its name: two of them tell which tables a request changed. */
export async function tableContents(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and (c.relnamespace = 'public'::regnamespace
      or (c.relname = '_private_jobs' and c.relnamespace = 'graphile_worker'::regnamespace)) order by 1`.execute(
    db,
  );
  const names = tables.map(({ name }) => name).filter((name) => !mayChangeWhenRefused.includes(name));
  const hashes = names.map(
    (name) =>
      sql`select ${name} as name, md5(coalesce(string_agg(t::text, chr(10) order by t::text collate "C"), '')) as hash from ${sql.raw(name)} t`,
  );
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(hashes, sql` union all `)}`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
