import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

interface Change {
  table: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Rate limit counts change even if a request is rejected. */
const ignored = ["limit_counts"];

/** Records every changed row by triggers. Each call of the returned function returns the changes since the last one. */
export async function watchRows(db: Db): Promise<() => Promise<Change[]>> {
  const tables = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`.execute(db);
  const triggers = tables.rows
    .filter(({ name }) => !ignored.includes(name))
    .map(
      ({ name }) => `create trigger rows_watched after insert or update or delete on ${name}
        for each row execute function watched_rows.note('${name}')`,
    );
  await sql
    .raw(`
      create schema watched_rows;
      create unlogged table watched_rows.changes (number bigserial, name text, before jsonb, after jsonb);
      create function watched_rows.note() returns trigger language plpgsql as $$ begin
        insert into watched_rows.changes (name, before, after) values (tg_argv[0],
          case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
        return null; end $$;
      ${triggers.join(";\n")}`)
    .execute(db);
  return async () => {
    const { rows } = await sql<Change & { number: number }>`
      with removed as (delete from watched_rows.changes returning number, name, before, after)
      select number, name as "table", before, after from removed order by number`.execute(db);
    return rows;
  };
}

/**
 * Describes the changes column by column. Keeps constants and replaces texts, numbers, and times by their
 * type.
 */
export function describeEffects(changes: readonly Change[]): string[] {
  const effects = changes.flatMap(({ table, before, after }) => {
    if (after === null) return [`${table} deleted`];
    const columns = Object.keys(after).filter(
      (column) => before === null || JSON.stringify(before[column]) !== JSON.stringify(after[column]),
    );
    return columns.map((column) => `${table}.${column} = ${describeValue(after[column])}`);
  });
  return [...new Set(effects)].sort();
}

function describeValue(value: unknown): string {
  if (typeof value === "string") return /^[a-z][a-z_.-]{0,30}$/.test(value) ? value : "a text";
  if (typeof value === "number") return "a number";
  if (Array.isArray(value)) return `[${[...new Set(value.map(describeValue))].sort().join(", ")}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .map(([name, part]) => `${/^\d+$/.test(name) ? "an id" : name}: ${describeValue(part)}`)
      .sort()
      .join(", ")}}`;
  return String(value);
}
