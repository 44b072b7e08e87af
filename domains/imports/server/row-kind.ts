import { type RawBuilder, sql } from "kysely";
import type * as z from "zod/mini";
import type { Db } from "#server/db/database.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { ImportColumn } from "../import-kinds.ts";

/** What is known of one kind of file beyond its columns. */
export interface RowKind {
  /** Makes what `import_rows.content` holds of a row's values, with the rules the forms have. */
  shape: z.ZodMiniType<Record<string, unknown>>;
  /** Finds what the rows name, and notes those that do not fit the portal or each other. */
  examine(ctx: SignedInCtx, importId: number): Promise<void>;
  /** Writes the rows from line `from` to line `to`, all at once, in the transaction of `ctx`. */
  write(ctx: SignedInCtx, importId: number, lines: { from: number; to: number }): Promise<void>;
}

/**
 * Notes an error for each row that `rows` selects: a query over `import_rows r` that gives `line` and `message`.
 * `column` is the heading beneath which it stands.
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

/** A value as its field reads it: an allowed value for its label or another letter case, and absent for an empty one. */
export function asTyped(
  values: Readonly<Record<string, string>>,
  columns: readonly ImportColumn[],
): Record<string, string | undefined> {
  return Object.fromEntries(
    columns.map(({ field, options }) => {
      const written = values[field]?.trim() ?? "";
      return [field, options === undefined ? written : (optionFor(written, options) ?? written)];
    }),
  );
}

const loose = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, " ");

function optionFor(written: string, options: Readonly<Record<string, string>>): string | undefined {
  const found = Object.entries(options).find(
    ([value, label]) => loose(value) === loose(written) || loose(label) === loose(written),
  );
  return found?.[0];
}
