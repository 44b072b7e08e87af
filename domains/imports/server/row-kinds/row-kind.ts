import { type RawBuilder, sql } from "kysely";
import type * as z from "zod/mini";
import type { AuditAction, AuditSubjectType } from "#domains/audit/actions.ts";
import type { Db } from "#server/db/database.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { foldText } from "#shared/fold-text.ts";
import { findOption } from "#shared/format/find-option.ts";
import { cleanLine, text } from "#shared/http/fields.ts";
import type { ImportSummary } from "../../contract.ts";
import type { ImportColumn } from "../../import-kind.ts";

/** The property a row names. The database looks it up later. */
export const propertyRequiredMessage = "Property is required";
export const propertyName = text(1, propertyRequiredMessage, 200);

/** How one type of file is read, checked, and written, in addition to its columns. */
export interface RowKind {
  /** Converts a row's values to the form's input. `rowsBelow` belong to it, and `today` is the date of the check. */
  read(
    values: Readonly<Record<string, string>>,
    context: { rowsBelow: readonly Readonly<Record<string, string>>[]; today: string },
  ): unknown;
  /**
   * Returns the property and units named in a row that breaks the rules. They're looked up too, so that one
   * check reports everything.
   */
  readNames?: (values: Readonly<Record<string, string>>) => Partial<Record<"properties" | "units", string[]>>;
  /** Whether several rows can be one record. Then the names in a row that can't be read at all are looked up too. */
  joinsRows?: boolean;
  /** The rules of the form. Their output is stored as `import_rows.content`. */
  rules: z.ZodMiniType<Record<string, unknown>>;
  /**
   * Looks up the records that the rows name, and records errors for rows that don't fit the portal or each
   * other.
   */
  checkAgainstPortal(ctx: SignedInCtx, importId: number): Promise<void>;
  /** The records that the valid rows create, and totals to compare with the file. By default, one record per row. */
  summarize?: (ctx: SignedInCtx, importId: number) => Promise<ImportSummary>;
  /** How many rows are written per batch. The page shows the progress after each batch. */
  batchSize: number;
  /**
   * Locks the existing records that all rows use, after the last check and before the first row is written. Without
   * it, batches could take their locks in an order that deadlocks with other changes.
   */
  lock?: (ctx: SignedInCtx, importId: number) => Promise<void>;
  /** Writes the rows on these lines in the transaction of `ctx`. */
  write(ctx: SignedInCtx, importId: number, lines: readonly number[]): Promise<void>;
}

/**
 * Records an error for each row that `rows` selects: a query over `import_rows r` that returns `line` and
 * `message`. `column` is the header of the column with the error. `causeLine` selects the line whose correction also
 * resolves the error, or null.
 */
export async function recordErrors(
  db: Db,
  importId: number,
  column: string | null,
  rows: RawBuilder<unknown>,
  causeLine: RawBuilder<unknown> = sql`null::integer`,
): Promise<void> {
  await sql`
    insert into import_errors (import_id, line, column_name, message, is_of_row, cause_line)
    select ${importId}, problem.line, ${column}::text, left(problem.message, 300), false, ${causeLine} from (${rows}) problem`.execute(
    db,
  );
}

/** Writes an audit log entry for each record. `records` returns `id`, `property_id`, and `details` as JSON. */
export const auditEach = (
  { actor, networkAddress, requestId }: SignedInCtx,
  { action, subjectType, importId }: { action: AuditAction; subjectType: AuditSubjectType; importId: number },
  records: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  insert into audit_log (actor_id, actor_name, action, subject_type, subject_id, property_id, network_address, request_id, details)
  select ${actor.id}::bigint, ${actor.fullName}::text, ${action}::text, ${subjectType}::text, r.id::text, r.property_id,
    ${networkAddress}::text, ${requestId}::text, r.details || jsonb_build_object('importId', ${importId}::bigint)
  from ${records} r order by r.id`;

/** Converts values to their fields' input. A label or a different case becomes the accepted value. */
export function toInput(
  values: Readonly<Record<string, string>>,
  columns: readonly ImportColumn[],
): Record<string, string> {
  return Object.fromEntries(
    columns.map(({ field, options }) => {
      const value = cleanLine(values[field] ?? "");
      return [field, options === undefined ? value : (findOption(value, options) ?? value)];
    }),
  );
}

/** Splits a value such as `101; 102` into its parts, without duplicates. */
export const splitList = (list: string | undefined, separators = /[;|\n]/): string[] => [
  ...new Map(
    (list ?? "")
      .split(separators)
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map((part) => [foldText(part), part]),
  ).values(),
];
