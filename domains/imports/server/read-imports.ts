import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { defineList } from "#server/list/define-list.ts";
import type { QueryOf, ResponseOf } from "#shared/http/endpoint.ts";
import type {
  FileImport,
  FileLayout,
  ImportError,
  ImportSummary,
  listImportErrors,
  listImports,
  readImport,
} from "../contract.ts";
import type { ImportColumn } from "../import-kind.ts";
import { getImportKind, type ImportKindName } from "../import-kinds.ts";
import type { Cell } from "../read-values.ts";
import { importScope } from "./access.ts";
import { findImport, type ImportRecord, importColumns, selectBadLines, toFileImport } from "./queries.ts";
import type { RowKind } from "./row-kinds/row-kind.ts";
import { rowKinds } from "./row-kinds/row-kinds.ts";
import { hasLedgerEntries } from "./write/import-records.ts";

const maxSampleRows = 5;
const maxBadLines = 10;
const id = sql`i.id`;

/** Imports the user can access, newest first. */
export const imports = defineList<QueryOf<typeof listImports>, ImportRecord, FileImport>({
  from: sql`imports i`,
  joins: sql`join users u on u.id = i.created_by_id`,
  columns: importColumns,
  id,
  sort: () => ({ by: [id], descending: true }),
  scope: importScope,
  filters: {},
  present: (rows) => rows.map(toFileImport),
  csv: {
    name: "imports",
    cells: {
      Number: ({ id: number }) => number,
      File: ({ file_name }) => file_name,
      Type: ({ kind }) => getImportKind(kind).label,
      Rows: ({ row_count }) => row_count,
      "Rows with errors": ({ bad_row_count }) => bad_row_count,
      Status: ({ state }) => state,
      By: ({ created_by }) => created_by,
      "Checked (UTC)": ({ created_at }) => created_at,
      "Imported (UTC)": ({ finished_at }) => finished_at,
    },
  },
});

/** @throws AppError not_found */
export async function findImportDetails(
  ctx: SignedInCtx,
  id: number,
): Promise<ResponseOf<typeof readImport>> {
  const { db, actor } = ctx;
  const row = await findImport(db, actor.accessScope, id);
  const rows = await db
    .selectFrom("import_rows")
    .select(["line", "content"])
    .where("import_id", "=", id)
    // For rows with errors, only the names are stored.
    .where(sql<boolean>`line not in (${selectBadLines(id)})`)
    .orderBy("line")
    .limit(maxSampleRows)
    .execute();
  const { columns } = getImportKind(row.kind);
  return {
    ...toFileImport(row),
    badLines: await readFirstBadLines(ctx, id),
    summary: row.state === "checked" ? await summarize(ctx, row) : null,
    hasLedgerEntries: row.state === "done" && (await hasLedgerEntries(ctx, id)),
    sample: rows.map(({ line, content }) => ({
      line,
      values: formatRow(content as Record<string, unknown>, columns),
    })),
  };
}

async function readFirstBadLines({ db }: SignedInCtx, id: number): Promise<number[]> {
  const { rows } = await sql<{ line: number }>`
    select distinct line from (${selectBadLines(id)}) bad order by line limit ${sql.lit(maxBadLines)}`.execute(
    db,
  );
  return rows.map(({ line }) => line);
}

/** Returns the records that the valid rows create. */
async function summarize(
  ctx: SignedInCtx,
  { id, kind, row_count, bad_row_count }: ImportRecord,
): Promise<ImportSummary> {
  const rowKind: RowKind = rowKinds[kind];
  const { noun } = getImportKind(kind);
  const count = row_count - bad_row_count;
  const records = { noun: count === 1 ? noun.singular : noun.plural, count };
  return (await rowKind.summarize?.(ctx, id)) ?? { creates: [records], totals: [], notes: [] };
}

const formatRow = (
  content: Readonly<Record<string, unknown>>,
  columns: readonly ImportColumn[],
): Record<string, string> =>
  Object.fromEntries(
    columns.map(({ field, header, format, storedAs }) => {
      const value = content[storedAs ?? field] ?? null;
      return [
        header,
        value === null
          ? ""
          : format === undefined
            ? String(value as string | number | boolean)
            : format(value),
      ];
    }),
  );

interface ErrorRow extends Omit<ImportError, "value" | "correctable"> {
  id: number;
  cells: Cell[] | null;
  corrections: Record<string, string> | null;
}

/** Returns the columns to correct for an error, with their values in the file or as the user corrected them. */
function listCorrectable(
  { column: header, cells, corrections }: ErrorRow,
  kind: ImportKindName,
  layout: FileLayout | null,
): ImportError["correctable"] {
  const { columns, addressFields = [] } = getImportKind(kind);
  const errorField = columns.find((column) => column.header === header)?.field;
  // A correction doesn't say which of several columns it's for.
  const isRepeated = (layout?.columns ?? []).filter(({ field }) => field === errorField).length > 1;
  if (errorField === undefined || isRepeated) return [];
  const fields = addressFields.includes(errorField) ? addressFields : [errorField];
  return columns
    .filter(({ field }) => fields.includes(field))
    .map(({ field, header: column }) => {
      const fileColumn = layout?.columns.find((candidate) => candidate.field === field);
      return { column, value: String(corrections?.[field] ?? cells?.[fileColumn?.index ?? -1] ?? "") };
    });
}

/** The errors of an import the user can access, line by line. An error that another line's correction resolves is left out. */
export const importErrors = ({ id: importId, kind, layout }: ImportRecord) =>
  defineList<QueryOf<typeof listImportErrors>, ErrorRow, ImportError>({
    from: sql`import_errors e`,
    joins: sql`left join import_file_rows f on f.import_id = e.import_id and f.line = e.line`,
    columns: sql`e.id, e.line, e.column_name as column, e.message, f.cells, f.corrections,
      (select count(*) from import_errors other where other.import_id = e.import_id and other.cause_line = e.line
        and other.column_name = e.column_name) as "moreRows"`,
    id: sql`e.id`,
    sort: () => ({ by: [sql`e.line`, sql`e.id`] }),
    scope: () => sql`e.import_id = ${importId} and e.cause_line is null`,
    filters: {},
    present: (rows) =>
      rows.map((row) => {
        const correctable = listCorrectable(row, kind, layout);
        const { line, column, message, moreRows } = row;
        const value = correctable.find((candidate) => candidate.column === column)?.value ?? null;
        return { line, column, value, message, moreRows, correctable };
      }),
  });
