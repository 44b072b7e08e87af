import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

/** Rate limit counts are kept although the request is refused. */
const mayChangeWhenRefused = ["limit_counts"];

type Contents = Readonly<Record<string, string>>;

const lastSeen = new WeakMap<Db, Contents>();

/**
 * A hash of the contents of every table, by its name: comparing two of them shows which tables a request changed. After the
 * first call only written tables are read again; triggers record them, so that most calls read nothing.
 */
export async function tableContents(db: Db): Promise<Contents> {
  const seen = lastSeen.get(db);
  const written = seen === undefined ? await watchTables(db) : await writtenSince(db);
  const contents = { ...seen, ...(await hashesOf(db, written)) };
  lastSeen.set(db, contents);
  return contents;
}

async function hashesOf(db: Db, tables: readonly string[]): Promise<Contents> {
  if (tables.length === 0) return {};
  const hashes = tables.map(
    (name) =>
      sql`select ${name} as name, concat(count(*), ' ', sum(hashtextextended(t::text, 0))) as hash from ${sql.raw(name)} t`,
  );
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(hashes, sql` union all `)}`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/** The tables written to since the last call, whether or not their contents changed. */
async function writtenSince(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with written as (delete from watched.writes returning name) select distinct name from written`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Adds triggers that record the name of a written table in the transaction of the write; returns all names. */
async function watchTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and (c.relnamespace = 'public'::regnamespace
      or (c.relname = '_private_jobs' and c.relnamespace = 'graphile_worker'::regnamespace)) order by 1`.execute(
    db,
  );
  const names = rows.map(({ name }) => name).filter((name) => !mayChangeWhenRefused.includes(name));
  const triggers = names.map(
    (name) => `create trigger watched after insert or update or delete or truncate on ${name}
      for each statement execute function watched.note_write('${name}')`,
  );
  await sql
    .raw(`
      create schema watched;
      create unlogged table watched.writes (name text not null);
      create function watched.note_write() returns trigger language plpgsql as
        $$ begin insert into watched.writes values (tg_argv[0]); return null; end $$;
      ${triggers.join(";\n")}`)
    .execute(db);
  return names;
}
