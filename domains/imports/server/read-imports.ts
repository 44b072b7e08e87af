import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { defineList } from "#server/list/define-list.ts";
import type { QueryOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { FileImport, ImportError, listImportErrors, listImports, readImport } from "../contract.ts";
import type { ImportColumn } from "../import-kind.ts";
import { getImportKind } from "../import-kinds.ts";
import { importScope } from "./access.ts";
import { findImport, type ImportRecord, importColumns, toFileImport } from "./queries.ts";

const maxSampleRows = 5;
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
  { db, actor }: SignedInCtx,
  id: number,
): Promise<ResponseOf<typeof readImport>> {
  const row = await findImport(db, actor.accessScope, id);
  const rows = await db
    .selectFrom("import_rows")
    .select(["line", "content"])
    .where("import_id", "=", id)
    // For rows with errors, only the names are stored.
    .where("line", "not in", (query) =>
      query
        .selectFrom("import_errors")
        .select("line")
        .where("import_id", "=", id)
        .where("is_of_row", "=", true),
    )
    .orderBy("line")
    .limit(maxSampleRows)
    .execute();
  const { columns } = getImportKind(row.kind);
  return {
    ...toFileImport(row),
    sample: rows.map(({ line, content }) => ({
      line,
      values: formatRow(content as Record<string, unknown>, columns),
    })),
  };
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

interface ErrorRow extends ImportError {
  id: number;
}

/** The errors of an import the user can access, line by line. */
export const importErrors = (importId: number) =>
  defineList<QueryOf<typeof listImportErrors>, ErrorRow, ImportError>({
    from: sql`import_errors e`,
    columns: sql`e.id, e.line, e.column_name as column, e.message`,
    id: sql`e.id`,
    sort: () => ({ by: [sql`e.line`, sql`e.id`] }),
    scope: () => sql`e.import_id = ${importId}`,
    filters: {},
    present: (rows) => rows.map(({ line, column, message }) => ({ line, column, message })),
    csv: {
      name: `import-${importId}-errors`,
      cells: {
        Line: ({ line }) => line,
        Column: ({ column }) => column ?? "",
        Error: ({ message }) => message,
      },
    },
  });
