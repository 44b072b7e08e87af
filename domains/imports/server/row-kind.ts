import { type RawBuilder, sql } from "kysely";
import type * as z from "zod/mini";
import type { Db } from "#server/db/database.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { optionFor } from "#shared/format/option-for.ts";
import { text } from "#shared/http/fields.ts";
import type { ImportColumn } from "../import-kinds.ts";

/** The building a row names; the database finds it later. */
export const propertyName = text(1, "Property is required", 200);

/** How one kind of file is read, checked and written, beyond its columns. */
export interface RowKind {
  /** A row's values as the form would send them. */
  read(values: Readonly<Record<string, string>>): unknown;
  /** The building and units named in a row that breaks the rules: they are looked for as well, so that one check says all. */
  namesOf?: (values: Readonly<Record<string, string>>) => Partial<Record<"properties" | "units", string[]>>;
  /** The rules of the form; their output is stored as `import_rows.content`. */
  rules: z.ZodMiniType<Record<string, unknown>>;
  /** Finds the records that the rows name, and notes the rows that do not fit the portal or each other. */
  examine(ctx: SignedInCtx, importId: number): Promise<void>;
  /** How many rows are written at once; after each part the page sees the progress. */
  rowsAtOnce: number;
  /** Writes the rows from line `from` to line `to` in the transaction of `ctx`. */
  write(ctx: SignedInCtx, importId: number, lines: { from: number; to: number }): Promise<void>;
}

/**
 * Notes an error for each row that `rows` selects: a query over `import_rows r` that returns `line` and `message`.
 * `column` is the heading of the column at fault.
 */
export async function note(
  db: Db,
  importId: number,
  column: string | null,
  rows: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into import_errors (import_id, line, column_name, message, is_of_row)
    select ${importId}, found.line, ${column}::text, left(found.message, 300), false from (${rows}) found`.execute(
    db,
  );
}

/**
 * Writes an audit log entry for each record that the same statement created: `made` returns `id`, `property_id` and
 * `after`, a JSON object of the record.
 */
export const auditEach = (
  { actor, networkAddress, requestId }: SignedInCtx,
  { action, subjectType, importId }: { action: string; subjectType: string; importId: number },
  made: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  insert into audit_log (actor_id, actor_name, action, subject_type, subject_id, property_id, network_address, request_id, details)
  select ${actor.id}::bigint, ${actor.fullName}::text, ${action}::text, ${subjectType}::text, made.id::text, made.property_id,
    ${networkAddress}::text, ${requestId}::text, jsonb_build_object('after', made.after, 'importId', ${importId}::bigint)
  from ${made} made order by made.id`;

/** A value as its field takes it: a label, or another letter case, becomes the allowed value. */
export function asTyped(
  values: Readonly<Record<string, string>>,
  columns: readonly ImportColumn[],
): Record<string, string> {
  return Object.fromEntries(
    columns.map(({ field, options }) => {
      const written = values[field]?.trim() ?? "";
      return [field, options === undefined ? written : (optionFor(written, options) ?? written)];
    }),
  );
}

/** The parts of a value such as `101; 102`, without duplicates. */
export const listOf = (written: string | undefined): string[] => [
  ...new Map(
    (written ?? "")
      .split(/[;|\n]/)
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map((part) => [part.toLowerCase(), part]),
  ).values(),
];

/** Gives `2026-01-31`, also for `1/31/2026` as spreadsheets rewrite it. */
export function isoDay(written = ""): string {
  const [, month = "", day = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(written) ?? [];
  return year === "" ? written : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
