import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { FileImport } from "../contract.ts";
import { type ImportColumn, type KindName, kindOf } from "../import-kinds.ts";
import { findImport, presentImport } from "./queries.ts";
import { type FileRow, rowsOf } from "./read-rows.ts";
import { textOf } from "./read-text.ts";
import type { Upload } from "./read-upload.ts";
import { asTyped } from "./row-kind.ts";
import { rowKinds } from "./row-kinds.ts";

/** How many rows are kept in memory at a time, and checked without yielding to other requests. */
const rowsAtOnce = 200;

interface Checked {
  rows: { line: number; content: Record<string, unknown> }[];
  errors: { line: number; column: string | null; message: string }[];
}

/**
 * Reads the file while it arrives, checks each row by itself and stores the rows apart from the portal's own data. Each
 * part is committed by itself, as no transaction may wait for an upload; when a file fails, its rows are removed. Returns
 * the number of the import.
 * @throws AppError with one sentence for a file that cannot be read to its end
 */
export async function keepRows(ctx: SignedInCtx, { kind, fileName, content }: Upload): Promise<number> {
  const { db, actor, now } = ctx;
  const { id } = await db
    .insertInto("imports")
    .values({ kind, file_name: fileName, created_by_id: actor.id, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  ctx.onFailure(() => forgetImport(ctx, id));
  let waiting: FileRow[] = [];
  const keep = async () => {
    await keepChecked(ctx, id, checkRows(kind, waiting));
    waiting = [];
  };
  for await (const row of rowsOf(textOf(content), kindOf(kind))) {
    waiting.push(row);
    if (waiting.length === rowsAtOnce) await keep();
  }
  if (waiting.length > 0) await keep();
  return id;
}

/** Removes the stored rows of a file. */
export async function forgetImport({ db }: SignedInCtx, id: number): Promise<void> {
  await db.deleteFrom("imports").where("id", "=", id).where("state", "in", ["reading", "checked"]).execute();
}

/** Checks whether the stored rows fit the portal and each other. Changes nothing else. */
export async function examineRows(ctx: SignedInCtx, id: number): Promise<FileImport> {
  const row = await findImport(ctx.db, ctx.actor.accessScope, id);
  await examine(ctx, row);
  return presentImport(await findImport(ctx.db, ctx.actor.accessScope, id));
}

/** Checks again which rows do not fit. Returns the number of rows with errors. */
export async function examine(
  ctx: SignedInCtx,
  { id, kind }: { id: number; kind: KindName },
): Promise<number> {
  const { db } = ctx;
  await db.deleteFrom("import_errors").where("import_id", "=", id).where("is_of_row", "=", false).execute();
  await allowLongStatements(db);
  await rowKinds[kind].examine(ctx, id);
  const { rows } = await sql<{ bad_row_count: number }>`
    update imports i set state = 'checked', done_count = 0, moved_at = now(),
      row_count = (select count(*) from (
        select r.line from import_rows r where r.import_id = i.id
        union select e.line from import_errors e where e.import_id = i.id and e.is_of_row) lines),
      bad_row_count = (select count(distinct line) from import_errors e where e.import_id = i.id),
      error_count = (select count(*) from import_errors e where e.import_id = i.id)
    where i.id = ${id} returning i.bad_row_count`.execute(db);
  return rows[0]?.bad_row_count ?? 0;
}

/** Until the end of the transaction: the largest files take a busy machine longer than other requests may. */
export const allowLongStatements = (db: SignedInCtx["db"]) =>
  sql`set local statement_timeout = '120s'`.execute(db);

function checkRows(kind: KindName, rows: readonly FileRow[]): Checked {
  const { columns } = kindOf(kind);
  const checked: Checked = { rows: [], errors: [] };
  for (const { line, values, misfit } of rows) {
    if (misfit !== undefined) {
      checked.errors.push({ line, column: null, message: misfit });
      continue;
    }
    const rowKind = rowKinds[kind];
    const result = rowKind.rules.safeParse(rowKind.read(asTyped(values, columns)));
    if (result.success) checked.rows.push({ line, content: result.data });
    else {
      checked.errors.push(...errorsOf(line, result.error.issues, columns));
      if (rowKind.namesOf !== undefined) checked.rows.push({ line, content: rowKind.namesOf(values) });
    }
  }
  return checked;
}

/** The first error message for each column of a row. */
function errorsOf(
  line: number,
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
  columns: readonly ImportColumn[],
): Checked["errors"] {
  const sentences = new Map<string | null, string>();
  for (const { path, message } of issues) {
    const column = columns.find(
      ({ field, kept }) => path.includes(field) || (kept !== undefined && path.includes(kept)),
    );
    const key = column?.header ?? null;
    if (!sentences.has(key)) sentences.set(key, plainMessage(message, column));
  }
  return [...sentences].map(([column, message]) => ({ line, column, message }));
}

/** An API message names the field; in a file the columns have headings. */
function plainMessage(message: string, column: ImportColumn | undefined): string {
  if (column === undefined) return "This row is not valid.";
  if (message === "Invalid input")
    return column.options === undefined
      ? `${column.header} is not valid.`
      : `${column.header} must be one of ${Object.keys(column.options).join(", ")}.`;
  return message.startsWith(`${column.field} `)
    ? `${column.header}${message.slice(column.field.length)}`
    : message;
}

async function keepChecked({ db }: SignedInCtx, id: number, { rows, errors }: Checked): Promise<void> {
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
