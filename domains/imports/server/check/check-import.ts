import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import type { FileImport } from "../../contract.ts";
import type { ImportColumn } from "../../import-kind.ts";
import { getImportKind, type ImportKindName } from "../../import-kinds.ts";
import { findMatchError } from "../columns/match-columns.ts";
import { type MatchedRow, type RowsAbove, toRows } from "../columns/to-rows.ts";
import type { FileRow } from "../file/file-row.ts";
import { findImport, type ImportRecord, selectBadLines, toFileImport } from "../queries.ts";
import { propertyRequiredMessage, type RowKind, toInput } from "../row-kinds/row-kind.ts";
import { rowKinds } from "../row-kinds/row-kinds.ts";

/** How many rows are held in memory and checked without yielding to other requests. */
const batchSize = 200;
/** Beyond this many errors, only the first error of each row is listed. */
const maxDetailedErrors = 500;

interface CheckedRows {
  rows: { line: number; content: Record<string, unknown> }[];
  errors: { line: number; column: string | null; message: string }[];
}

/**
 * Checks a file whose columns are those of the template. Any other file waits until the user has matched its columns.
 */
export async function checkTemplate(ctx: SignedInCtx, id: number): Promise<FileImport> {
  const { kind, layout } = await findImport(ctx.db, ctx.actor.accessScope, id);
  if (layout !== null && layout.isTemplate && findMatchError(layout.columns, kind) === undefined)
    return checkFile(ctx, id);
  await ctx.db.updateTable("imports").set({ state: "matching" }).where("id", "=", id).execute();
  return toFileImport(await findImport(ctx.db, ctx.actor.accessScope, id));
}

/** Checks each row of the file as its columns are matched, and then whether the rows fit the portal and each other. */
export async function checkFile(ctx: SignedInCtx, id: number): Promise<FileImport> {
  const { db, actor } = ctx;
  const row = await findImport(db, actor.accessScope, id);
  await allowLongStatements(db);
  await db.deleteFrom("import_rows").where("import_id", "=", id).execute();
  await db.deleteFrom("import_errors").where("import_id", "=", id).execute();
  await sql`
    update import_file_rows set skip_reason = null, row_line = null
    where import_id = ${id} and num_nonnulls(skip_reason, row_line) > 0`.execute(db);
  await readStoredFile(ctx, row);
  if (getImportKind(row.kind).fieldsOfRowsBelow !== undefined) await linkMissingProperties(ctx, id);
  await recheckStoredRows(ctx, row);
  return toFileImport(await findImport(db, actor.accessScope, id));
}

/** Rows without a property take it from the row above, so that it has to be entered only in the first of them. */
const linkMissingProperties = ({ db }: SignedInCtx, id: number) =>
  sql`
    update import_errors e set cause_line = missing.line
    from (select min(line) as line from import_errors
      where import_id = ${id} and column_name = 'Property' and message = ${propertyRequiredMessage}) missing
    where e.import_id = ${id} and e.column_name = 'Property' and e.message = ${propertyRequiredMessage} and e.line > missing.line`.execute(
    db,
  );

async function readStoredFile(ctx: SignedInCtx, { id, kind, layout }: ImportRecord): Promise<void> {
  if (layout === null) throw new Error("The file hasn't been read.");
  let errorCount = 0;
  let lastLine = layout.lastHeaderLine;
  const above: RowsAbove = { property: "", open: undefined };
  const today = await readToday(ctx);
  for (;;) {
    const fileRows = await readFileRows(ctx, id, lastLine);
    const last = fileRows.at(-1);
    // At the end, the last row is complete because no more rows can add to it.
    const { rows, otherRows } =
      last === undefined
        ? { rows: above.open === undefined ? [] : [above.open], otherRows: [] }
        : toRows(fileRows, layout, getImportKind(kind), above);
    lastLine = last?.line ?? lastLine;
    const checkedRows = checkRows(kind, rows, today);
    if (errorCount >= maxDetailedErrors) checkedRows.errors = keepFirstErrors(checkedRows.errors);
    errorCount += checkedRows.errors.length;
    await storeCheckedRows(ctx, id, checkedRows);
    if (last === undefined) return;
    await sql`
      update import_file_rows f set skip_reason = o.reason, row_line = o.above
      from jsonb_to_recordset(${JSON.stringify(otherRows)}::jsonb) as o (at integer, reason text, above integer)
      where f.import_id = ${id} and f.line = o.at`.execute(ctx.db);
  }
}

/** Returns the next rows of the file. */
async function readFileRows({ db }: SignedInCtx, id: number, afterLine: number): Promise<FileRow[]> {
  const rows = await db
    .selectFrom("import_file_rows")
    .select(["line", "cells", "corrections"])
    .where("import_id", "=", id)
    .where("line", ">", afterLine)
    .orderBy("line")
    .limit(batchSize)
    .execute();
  return rows as FileRow[];
}

function keepFirstErrors(errors: CheckedRows["errors"]): CheckedRows["errors"] {
  return errors.filter(({ line }, index) => errors[index - 1]?.line !== line);
}

/** Checks the rows again. Returns the number of rows with errors. */
export async function recheckStoredRows(
  ctx: SignedInCtx,
  { id, kind }: { id: number; kind: ImportKindName },
): Promise<number> {
  const { db } = ctx;
  await db.deleteFrom("import_errors").where("import_id", "=", id).where("is_of_row", "=", false).execute();
  await allowLongStatements(db);
  await rowKinds[kind].checkAgainstPortal(ctx, id);
  const { rows } = await sql<{ bad_row_count: number }>`
    update imports i set state = 'checked', done_count = 0, last_progress_at = now(),
      row_count = (select count(*) from (
        select r.line from import_rows r where r.import_id = i.id
        union ${selectBadLines(id)}) lines),
      skipped_count = (select count(*) from import_file_rows f where f.import_id = i.id and f.skip_reason is not null),
      bad_row_count = (select count(distinct bad.line) from (${selectBadLines(id)}) bad),
      error_count = (select count(*) from import_errors e where e.import_id = i.id and e.cause_line is null)
    where i.id = ${id} returning i.bad_row_count`.execute(db);
  return rows[0]?.bad_row_count ?? 0;
}

/**
 * Raises the statement timeout until the end of the transaction. On a busy machine, the largest files take
 * longer than the limit for other requests.
 */
export const allowLongStatements = (db: SignedInCtx["db"]) =>
  sql`set local statement_timeout = '120s'`.execute(db);

/** Returns today's date in the organization's time zone, which new properties use. */
async function readToday({ db, now }: SignedInCtx): Promise<Day> {
  const { rows } = await sql<{ today: Day }>`
    select (${now}::timestamptz at time zone time_zone)::date as today from organization`.execute(db);
  return (rows[0] as { today: Day }).today;
}

function checkRows(kind: ImportKindName, rows: readonly MatchedRow[], today: Day): CheckedRows {
  const { columns } = getImportKind(kind);
  const checkedRows: CheckedRows = { rows: [], errors: [] };
  for (const { line, values, rowsBelow, problem } of rows) {
    const rowKind: RowKind = rowKinds[kind];
    if (problem !== undefined) {
      checkedRows.errors.push({ line, ...problem });
      if (rowKind.joinsRows === true && rowKind.readNames !== undefined)
        checkedRows.rows.push({ line, content: rowKind.readNames(values) });
      continue;
    }
    const result = rowKind.rules.safeParse(
      rowKind.read(toInput(values, columns), {
        rowsBelow: rowsBelow.map((row) => toInput(row.values, columns)),
        today,
      }),
    );
    if (result.success) checkedRows.rows.push({ line, content: result.data });
    else {
      const lines = [line, ...rowsBelow.map((row) => row.line)];
      checkedRows.errors.push(...toErrors(lines, result.error.issues, columns));
      if (rowKind.readNames !== undefined)
        checkedRows.rows.push({ line, content: rowKind.readNames(values) });
    }
  }
  return checkedRows;
}

/** Returns the first error message for each column of a row, and of the rows below it. */
function toErrors(
  lines: readonly number[],
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
  columns: readonly ImportColumn[],
): CheckedRows["errors"] {
  const errors = new Map<string, CheckedRows["errors"][number]>();
  for (const { path, message } of issues) {
    const column = columns.find(
      ({ field, storedAs }) => path.includes(field) || (storedAs !== undefined && path.includes(storedAs)),
    );
    const header = column?.header ?? null;
    const line = lines[path[0] === "additions" ? Number(path[1]) : 0] ?? 0;
    const key = JSON.stringify([line, header]);
    if (!errors.has(key))
      errors.set(key, { line, column: header, message: toColumnMessage(message, column) });
  }
  return [...errors.values()];
}

/** Replaces the field name in an API message with the column's header. */
function toColumnMessage(message: string, column: ImportColumn | undefined): string {
  if (column === undefined) return "This row isn't valid.";
  if (message === "Invalid input")
    return column.options === undefined
      ? `${column.header} isn't valid.`
      : `${column.header} must be one of ${Object.keys(column.options).join(", ")}.`;
  return message.startsWith(`${column.field} `)
    ? `${column.header}${message.slice(column.field.length)}`
    : message;
}

async function storeCheckedRows(
  { db }: SignedInCtx,
  id: number,
  { rows, errors }: CheckedRows,
): Promise<void> {
  if (rows.length > 0)
    await sql`
      insert into import_rows (import_id, line, content)
      select ${id}, line, content from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (line integer, content jsonb)`.execute(
      db,
    );
  if (errors.length > 0)
    await sql`
      insert into import_errors (import_id, line, column_name, message, is_of_row)
      select ${id}, line, "column", message, true
      from jsonb_to_recordset(${JSON.stringify(errors)}::jsonb) as r (line integer, "column" text, message text)`.execute(
      db,
    );
}
