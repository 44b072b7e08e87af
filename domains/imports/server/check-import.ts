import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { FileImport } from "../contract.ts";
import { getImportKind, type ImportColumn, type ImportKindName } from "../import-kinds.ts";
import { findImport, toFileImport } from "./queries.ts";
import { type FileRow, readRows } from "./read-rows.ts";
import { decodeText } from "./read-text.ts";
import type { Upload } from "./read-upload.ts";
import { toInput } from "./row-kind.ts";
import { rowKinds } from "./row-kinds.ts";

/** How many rows are held in memory and checked without yielding to other requests. */
const batchSize = 200;
/** More errors than anyone fixes without checking the file again. Later rows aren't checked. */
const maxErrors = 500;

interface CheckedRows {
  rows: { line: number; content: Record<string, unknown> }[];
  errors: { line: number; column: string | null; message: string }[];
}

/**
 * Reads the file while it arrives, checks each row on its own, and stores the rows separately from the
 * portal's data. Each part is committed on its own, because no transaction should wait for an upload. If a
 * file fails, its rows are deleted. Returns the import's number.
 * @throws AppError with one message for a file that can't be read to its end
 */
export async function storeRows(ctx: SignedInCtx, { kind, fileName, content }: Upload): Promise<number> {
  const { db, actor, now } = ctx;
  const { id } = await db
    .insertInto("imports")
    .values({ kind, file_name: fileName, created_by_id: actor.id, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  ctx.onFailure(() => deleteImport(ctx, id));
  let batch: FileRow[] = [];
  let errorCount = 0;
  const storeBatch = async () => {
    const checkedRows = checkRows(kind, batch);
    const lastRow = batch.at(-1);
    errorCount += checkedRows.errors.length;
    if (errorCount >= maxErrors && lastRow !== undefined)
      checkedRows.errors.push({ line: lastRow.line, column: null, message: stoppedMessage });
    await storeCheckedRows(ctx, id, checkedRows);
    batch = [];
  };
  for await (const row of readRows(decodeText(content), getImportKind(kind))) {
    // The rest is only read, because the upload has to end.
    if (errorCount >= maxErrors) continue;
    batch.push(row);
    if (batch.length === batchSize) await storeBatch();
  }
  if (batch.length > 0) await storeBatch();
  return id;
}

const stoppedMessage = "The check stopped here. Fix these errors, then upload the file again.";

/** Deletes the stored rows of a file. */
export async function deleteImport({ db }: SignedInCtx, id: number): Promise<void> {
  await db.deleteFrom("imports").where("id", "=", id).where("state", "in", ["reading", "checked"]).execute();
}

/** Checks whether the stored rows fit the portal and each other. Changes nothing else. */
export async function checkStoredRows(ctx: SignedInCtx, id: number): Promise<FileImport> {
  const row = await findImport(ctx.db, ctx.actor.accessScope, id);
  await recheckStoredRows(ctx, row);
  return toFileImport(await findImport(ctx.db, ctx.actor.accessScope, id));
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
        union select e.line from import_errors e where e.import_id = i.id and e.is_of_row) lines),
      bad_row_count = (select count(distinct line) from import_errors e where e.import_id = i.id),
      error_count = (select count(*) from import_errors e where e.import_id = i.id)
    where i.id = ${id} returning i.bad_row_count`.execute(db);
  return rows[0]?.bad_row_count ?? 0;
}

/**
 * Raises the statement timeout until the end of the transaction. On a busy machine, the largest files take
 * longer than other requests are allowed to.
 */
export const allowLongStatements = (db: SignedInCtx["db"]) =>
  sql`set local statement_timeout = '120s'`.execute(db);

function checkRows(kind: ImportKindName, rows: readonly FileRow[]): CheckedRows {
  const { columns } = getImportKind(kind);
  const checkedRows: CheckedRows = { rows: [], errors: [] };
  for (const { line, values, misfitMessage } of rows) {
    if (misfitMessage !== undefined) {
      checkedRows.errors.push({ line, column: null, message: misfitMessage });
      continue;
    }
    const rowKind = rowKinds[kind];
    const result = rowKind.rules.safeParse(rowKind.read(toInput(values, columns)));
    if (result.success) checkedRows.rows.push({ line, content: result.data });
    else {
      checkedRows.errors.push(...toErrors(line, result.error.issues, columns));
      if (rowKind.readNames !== undefined)
        checkedRows.rows.push({ line, content: rowKind.readNames(values) });
    }
  }
  return checkedRows;
}

/** Returns the first error message for each column of a row. */
function toErrors(
  line: number,
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
  columns: readonly ImportColumn[],
): CheckedRows["errors"] {
  const messages = new Map<string | null, string>();
  for (const { path, message } of issues) {
    const column = columns.find(
      ({ field, storedAs }) => path.includes(field) || (storedAs !== undefined && path.includes(storedAs)),
    );
    const header = column?.header ?? null;
    if (!messages.has(header)) messages.set(header, toColumnMessage(message, column));
  }
  return [...messages].map(([column, message]) => ({ line, column, message }));
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
