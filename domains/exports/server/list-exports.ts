import { sql } from "kysely";
import { defineList } from "#server/list/define-list.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { type DataExport, type ExportState, exportRetentionDays, type listDataExports } from "../contract.ts";

const dayMs = 86_400_000;

/** While an export is running, its progress is recorded more often than this. */
const abandonedMinutes = 15;

export interface ExportRecord {
  id: number;
  state: ExportState;
  /** Whether the export stopped making progress, or no job will start it. */
  is_abandoned: boolean;
  table_count: number;
  tables_done: number;
  file_count: number;
  files_done: number;
  bytes: number;
  message: string | null;
  created_by: string;
  created_at: Date;
  finished_at: Date | null;
}

/** Selects columns of `exports e` and of `users u`, the person who started each. */
export const exportColumns = sql`
  e.id, e.state, e.table_count, e.tables_done, e.file_count, e.files_done, e.bytes, e.message,
  case e.state
    when 'running' then e.last_progress_at < now() - make_interval(mins => ${sql.lit(abandonedMinutes)})
    when 'queued' then not exists (select from graphile_worker.jobs j
      where j.task_identifier = 'write-export' and (j.attempts < j.max_attempts or j.locked_at is not null))
    else false end as is_abandoned,
  u.full_name as created_by, e.created_at, e.finished_at`;

/** Data exports, newest first. Only administrators can list them. */
export const dataExports = defineList<QueryOf<typeof listDataExports>, ExportRecord, DataExport>({
  from: sql`exports e`,
  joins: sql`join users u on u.id = e.created_by_id`,
  columns: exportColumns,
  id: sql`e.id`,
  sort: () => ({ by: [sql`e.id`], descending: true }),
  scope: () => sql`true`,
  filters: {},
  present: (rows) => rows.map(presentExport),
});

export const presentExport = (row: ExportRecord): DataExport => ({
  id: row.id,
  state: row.is_abandoned ? "failed" : row.state,
  tables: { done: row.tables_done, total: row.table_count },
  files: { done: row.files_done, total: row.file_count },
  bytes: row.bytes,
  message: row.is_abandoned ? abandonedMessage : row.message,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  expiresAt:
    row.finished_at === null
      ? null
      : new Date(row.finished_at.getTime() + exportRetentionDays * dayMs).toISOString(),
});

export const abandonedMessage = "This export was interrupted. Start a new one.";
