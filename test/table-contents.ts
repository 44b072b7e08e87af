import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

/** Rate limit counts change even if the request is rejected. */
const mayChangeWhenRefused = ["limit_counts"];

type Contents = Readonly<Record<string, string>>;

const lastSeen = new WeakMap<Db, Contents>();

/**
 * Returns a number for every table. Comparing two results shows which tables a request changed. The number is
 * the sum of the hashes of all rows added since the first call minus those of removed rows. Triggers record
 * both, so that no table is read again.
 */
export async function tableContents(db: Db): Promise<Contents> {
  const seen = lastSeen.get(db) ?? (await watchTables(db));
  const contents = { ...seen };
  for (const { name, change } of await takeNotes(db))
    contents[name] = String(BigInt(seen[name] ?? 0) + BigInt(change));
  lastSeen.set(db, contents);
  return contents;
}

/** Returns the change of the tables written to since the last call. Zero if a row was written unchanged. */
async function takeNotes(db: Db): Promise<{ name: string; change: string }[]> {
  const { rows } = await sql<{ name: string; change: string }>`
    with noted as (delete from watched.writes returning name, change)
    select name, sum(change)::text as change from noted group by name`.execute(db);
  return rows;
}

/** Adds triggers that record each write within its transaction. Returns all tables. */
async function watchTables(db: Db): Promise<Contents> {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and (c.relnamespace = 'public'::regnamespace
      or (c.relname = '_private_jobs' and c.relnamespace = 'graphile_worker'::regnamespace)) order by 1`.execute(
    db,
  );
  const names = rows.map(({ name }) => name).filter((name) => !mayChangeWhenRefused.includes(name));
  const hashRows = (table: string) =>
    `(select coalesce(sum(hashtextextended(t::text, 0)), 0) from ${table} t)`;
  const noting = (event: string, change: string) =>
    `create function watched.note_${event}() returns trigger language plpgsql as
       $$ begin insert into watched.writes values (tg_argv[0], ${change}); return null; end $$`;
  const triggers = names.flatMap((name) =>
    [
      ["insert", "referencing new table as added"],
      ["update", "referencing old table as removed new table as added"],
      ["delete", "referencing old table as removed"],
      ["truncate", ""],
    ].map(
      ([event, rows]) => `create trigger watched_${event} after ${event} on ${name} ${rows}
        for each statement execute function watched.note_${event}('${name}')`,
    ),
  );
  const statements = [
    "create schema watched",
    "create unlogged table watched.writes (name text not null, change numeric not null)",
    noting("insert", hashRows("added")),
    noting("update", `${hashRows("added")} - ${hashRows("removed")}`),
    noting("delete", `- ${hashRows("removed")}`),
    // A truncate counts as a change, because the removed rows aren't known.
    noting("truncate", "1"),
    ...triggers,
  ];
  await sql.raw(statements.join(";\n")).execute(db);
  return Object.fromEntries(names.map((name) => [name, "0"]));
}
