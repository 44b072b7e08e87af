import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { CsvTable } from "#server/http/endpoints/csv.ts";
import { getImportKind } from "../../import-kinds.ts";
import type { Cell } from "../../read-values.ts";
import { reasonHeader } from "../file/find-header.ts";
import { type ImportRecord, selectBadLines } from "../queries.ts";

const batchSize = 1_000;

/** Whether a row of the file, as `import_file_rows f`, has errors, is skipped, or adds to a row with errors. */
export const isNotImported = (importId: number): RawBuilder<boolean> => sql`
  f.skip_reason is not null or coalesce(f.row_line, f.line) in (${selectBadLines(importId)})`;

interface FileRowNotImported {
  line: number;
  cells: Cell[];
  corrections: Record<string, string>;
  /** The property of the row, which can be in a row above. */
  property: string | null;
  reason: string;
}

/**
 * Returns the rows that aren't imported, as they are in the file, with the user's corrections and the reason. The
 * download can be corrected and imported.
 */
export async function toRowsNotImported(
  { db }: SignedInCtx,
  { id, kind, layout }: ImportRecord,
): Promise<CsvTable<FileRowNotImported>> {
  const columns = (layout?.columns ?? []).filter(({ name }) => name !== reasonHeader);
  const { rows: needed } = await sql<{ name: string }>`
    select e.column_name as name from import_errors e where e.import_id = ${id} and e.column_name is not null
    union select field from import_file_rows f, jsonb_object_keys(f.corrections) field where f.import_id = ${id}`.execute(
    db,
  );
  // The file might have no column for a field with an error or a correction.
  const otherFields = getImportKind(kind).columns.filter(
    ({ field, header }) =>
      needed.some(({ name }) => name === field || name === header) &&
      !columns.some((column) => column.field === field),
  );
  const cells = [
    ...columns.map(({ index, field }) => (row: FileRowNotImported) => {
      const cell = row.corrections[field ?? ""] ?? row.cells[index] ?? "";
      return field === "property" && cell === "" ? row.property : cell;
    }),
    ...otherFields.map(
      ({ field }) =>
        (row: FileRowNotImported) =>
          row.corrections[field] ?? "",
    ),
    ({ reason }: FileRowNotImported) => reason,
  ];
  return {
    name: `import-${id}-not-imported`,
    headers: [...columns.map(({ name }) => name), ...otherFields.map(({ header }) => header), reasonHeader],
    columns: Object.fromEntries(cells.map((cell, index) => [`column ${index}`, cell])),
    async *rows() {
      for (let line = 0; ; ) {
        const { rows } = await sql<FileRowNotImported>`
          select f.line, f.cells, f.corrections, r.content -> 'properties' ->> 0 as property,
            coalesce(f.skip_reason, (select string_agg(concat_ws(': ', e.column_name, e.message), ' ' order by e.id)
              from import_errors e where e.import_id = f.import_id and e.line = f.line), 'Belongs to the row above') as reason
          from import_file_rows f left join import_rows r on r.import_id = f.import_id and r.line = f.line
          where f.import_id = ${id} and f.line > ${line} and (${isNotImported(id)}) order by f.line limit ${batchSize}`.execute(
          db,
        );
        if (rows.length === 0) return;
        line = rows.at(-1)?.line ?? line;
        yield rows;
      }
    },
  };
}
