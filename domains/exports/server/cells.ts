import type pg from "pg";
import { quoteIdentifier } from "#server/backup/copy-tables.ts";
import { type ExportedTable, exportedTables } from "./tables/all-tables.ts";
import { type ColumnDecision, isFile, isLeftOut } from "./tables/table-decisions.ts";

/** The PostgreSQL type of each column, by `table.column`. */
export type ColumnTypes = ReadonlyMap<string, string>;

export async function readColumnTypes(client: pg.ClientBase): Promise<ColumnTypes> {
  const { rows } = await client.query<{ column: string; type: string }>(`
    select c.relname || '.' || a.attname as "column", format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`);
  return new Map(rows.map(({ column, type }) => [column, type]));
}

/** A column of a CSV file. */
export interface CsvColumn {
  name: string;
  about: string;
  /** The type of its values, for the README. */
  type: string;
  /** The SQL of its values. */
  cell: string;
}

export const getCsvColumns = ({ table, columns }: ExportedTable, types: ColumnTypes): CsvColumn[] =>
  columns.flatMap(([column, decision]): CsvColumn[] => {
    if (isLeftOut(decision)) return [];
    if (isFile(decision))
      return [
        {
          name: column.replace(/_key$/, ""),
          about: decision.about,
          type: "file",
          cell: toPath(column, decision.path),
        },
      ];
    const format = formats[types.get(`${table}.${column}`) ?? ""];
    if (format === undefined) throw new Error(`The format of ${table}.${column} isn't known.`);
    const cell = format.toCell(quoteIdentifier(column));
    const type = column.endsWith("_cents") ? "cents" : format.type;
    return [{ name: column, about: decision as ColumnDecision & string, type, cell }];
  });

/** Returns the SELECT for all rows of a table. */
export const selectCells = ({ table }: ExportedTable, columns: readonly CsvColumn[]): string =>
  `select ${columns.map(({ name, cell }) => `${cell} as ${quoteIdentifier(name)}`).join(", ")}
   from ${quoteIdentifier(table)} order by 1, 2`;

/** Returns the SELECT for all stored files, with their keys and their paths in the ZIP. */
export const selectFiles = (): string =>
  exportedTables
    .flatMap(({ table, columns }) =>
      columns.flatMap(([column, decision]) =>
        isFile(decision)
          ? `select ${quoteIdentifier(column)} as key, ${toPath(column, decision.path)} as path from ${quoteIdentifier(table)}`
          : [],
      ),
    )
    .map((select) => `(select key, path from (${select}) named where path is not null order by path)`)
    .join(" union all ");

const maxNameLength = 120;

/**
 * Returns SQL for a file's path, which is null if there is no file. Windows doesn't allow some characters,
 * nor a period or space at the end.
 */
function toPath(keyColumn: string, path: string): string {
  const parts = path.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return `'${part}'`;
    if (part === "extension") return String.raw`substring(${quoteIdentifier(keyColumn)} from '\.[a-z0-9]+$')`;
    const name = `right(${quoteIdentifier(part)}::text, ${maxNameLength})`;
    return String.raw`rtrim(regexp_replace(${name}, '[\\/:*?"<>|[:cntrl:]]', '_', 'g'), '. ')`;
  });
  return `case when ${quoteIdentifier(keyColumn)} is not null then ${parts.join(" || ")} end`;
}

/**
 * Protects text that a spreadsheet would run as a formula, as every CSV of the portal does (server/http/endpoints/csv.ts).
 * Here it can be undone: text that starts with an apostrophe and such a character gets another apostrophe.
 */
const protect = (text: string): string =>
  String.raw`case when ${text} ~ '^-?\d+(\.\d+)?$' then ${text} else regexp_replace(regexp_replace(${text},
    '^(?=''*[=+\-@＝＋－＠\t\r\n])', ''''), '([;\t]"*)(?=''*[=+\-@＝＋－＠])', '\1''', 'g') end`;

const asJson = { type: "JSON", toCell: (column: string) => protect(`to_jsonb(${column})::text`) };
const asNumber = { type: "number", toCell: (column: string) => column };

/** How values are written, by their type in PostgreSQL. */
const formats: Record<string, { type: string; toCell: (column: string) => string }> = {
  bigint: asNumber,
  integer: asNumber,
  smallint: asNumber,
  numeric: asNumber,
  text: { type: "text", toCell: protect },
  boolean: { type: "true or false", toCell: (column) => `${column}::text` },
  date: { type: "date", toCell: (column) => column },
  "timestamp with time zone": {
    type: "time in UTC",
    toCell: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  },
  daterange: {
    type: "dates",
    toCell: (column) => `lower(${column})::text || '/' || coalesce((upper(${column}) - 1)::text, '..')`,
  },
  bytea: { type: "hexadecimal", toCell: (column) => `encode(${column}, 'hex')` },
  jsonb: asJson,
  "bigint[]": asJson,
  "text[]": asJson,
};
