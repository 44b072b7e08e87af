import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { AccessScope } from "#server/http/requests/actor.ts";
import { notFound } from "#shared/errors.ts";
import type { FileImport, FileLayout, ImportState } from "../contract.ts";
import type { ImportKindName } from "../import-kinds.ts";
import { importScope } from "./access.ts";

/**
 * Progress is recorded about every second while rows are written. An import without progress for this long
 * was abandoned.
 */
const staleSeconds = 60;

export interface ImportRecord {
  id: number;
  kind: ImportKindName;
  file_name: string;
  state: ImportState;
  row_count: number;
  bad_row_count: number;
  error_count: number;
  done_count: number;
  skipped_count: number;
  layout: FileLayout | null;
  message: string | null;
  created_by_id: number;
  created_by: string;
  created_at: Date;
  finished_at: Date | null;
}

/** Selects columns of `imports i` and of `users u` who created them. */
export const importColumns = sql`
  i.id, i.kind, i.file_name,
  case when i.state in ('queued', 'running') and i.last_progress_at < now() - make_interval(secs => ${staleSeconds})
    then 'stopped' else i.state end as state,
  i.row_count, i.bad_row_count, i.error_count, i.done_count, i.skipped_count, i.layout, i.message, i.created_by_id,
  u.full_name as created_by, i.created_at, i.finished_at`;

/** Selects the lines of the rows with errors. An error in a row that adds to a row above is an error of that row. */
export const selectBadLines = (importId: number): RawBuilder<unknown> => sql`
  select coalesce(f.row_line, e.line) as line from import_errors e
  left join import_file_rows f on f.import_id = e.import_id and f.line = e.line where e.import_id = ${importId}`;

/** @throws AppError not_found */
export async function findImport(db: Db, accessScope: AccessScope, id: number): Promise<ImportRecord> {
  const { rows } = await sql<ImportRecord>`
    select ${importColumns} from imports i join users u on u.id = i.created_by_id
    where i.id = ${id} and ${importScope(accessScope)}`.execute(db);
  if (rows[0] === undefined) throw notFound("import");
  return rows[0];
}

export const toFileImport = (row: ImportRecord): FileImport => ({
  id: row.id,
  kind: row.kind,
  fileName: row.file_name,
  state: row.state,
  rows: row.row_count,
  skippedRows: row.skipped_count,
  badRows: row.bad_row_count,
  errors: row.error_count,
  rowsDone: row.done_count,
  message: row.message,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});

/** Locks an import until the end of the transaction. @throws AppError not_found */
export async function lockImport(db: Db, accessScope: AccessScope, id: number): Promise<ImportRecord> {
  await sql`select from imports where id = ${id} for update`.execute(db);
  return findImport(db, accessScope, id);
}
