import { portalVersion } from "#server/instance-name.ts";
import { type ColumnTypes, getCsvColumns } from "./cells.ts";
import { exportedTables, tableDecisions } from "./tables/all-tables.ts";
import { isLeftOut } from "./tables/table-decisions.ts";

interface ReadmeFacts {
  organization: string;
  at: Date;
  types: ColumnTypes;
  /** The number of rows, by table. */
  rows: ReadonlyMap<string, number>;
  fileCount: number;
  missingFiles: readonly string[];
}

/** Describes an export: its tables with each column, its files, and what isn't in it. */
export function writeReadme({ organization, at, types, rows, fileCount, missingFiles }: ReadmeFacts): string {
  const tables = exportedTables.map((table) => {
    const columns = getCsvColumns(table, types).map(
      ({ name, type, about }) => `  ${name} (${type}): ${about}`,
    );
    return [
      `${table.csvName} (${formatCount(rows.get(table.table) ?? 0, "row")})`,
      `  ${table.about}`,
      ...columns,
    ].join("\n");
  });
  const sections = [
    `${organization}\nExport of ${at.toISOString()}\nWritten by Property Management Portal ${portalVersion}`,
    intro,
    `TABLES\n\n${tables.join("\n\n")}`,
    `FILES\n\n${formatCount(fileCount, "file")} in the folder files. The tables have the path of each.${
      missingFiles.length === 0
        ? ""
        : `\nThese files weren't in the portal's file storage:\n${missingFiles.map((path) => `  ${path}`).join("\n")}`
    }`,
    `NOT IN THIS EXPORT\n\n- Columns with secrets, and columns that only serve the portal, such as search indexes\n${listLeftOut().join("\n")}`,
  ];
  return `${sections.join("\n\n")}\n`;
}

const intro = `HOW TO READ THE TABLES

- Each table is a CSV file (RFC 4180) in UTF-8 with a byte-order mark. The first row has the column names.
- All tables were read at the same moment, so they fit together.
- An empty cell is a missing value. An empty text is written as "".
- Amounts are whole cents: 250000 is $2,500.00.
- Dates are written as 2026-01-31, and times as 2026-01-31T17:00:00.000000Z in UTC.
- JSON columns contain lists and nested values.
- Spreadsheets run text that starts with =, +, -, or @ as a formula. To prevent that, an apostrophe is added before such
  a character at the start of a text, and after a semicolon or tab in it. The same goes for a tab or line break at the
  start. To get the original text, remove one apostrophe there. Numbers aren't changed.`;

const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;

/** Lists the tables that aren't exported, by reason. */
function listLeftOut(): string[] {
  const tablesByReason = new Map<string, string[]>();
  for (const [table, decision] of Object.entries(tableDecisions))
    if (isLeftOut(decision))
      tablesByReason.set(decision.leftOut, [...(tablesByReason.get(decision.leftOut) ?? []), table]);
  return [...tablesByReason].map(([reason, tables]) => `- ${reason}: ${tables.join(", ")}`);
}
