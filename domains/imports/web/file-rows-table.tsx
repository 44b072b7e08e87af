import { formatCalendarDay } from "#shared/format/dates.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { Section } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import type { FileColumn, readImportLayout } from "../contract.ts";
import type { ImportColumn } from "../import-kind.ts";
import { type Cell, readValue, type ValueType } from "../read-values.ts";
import { getColumnLabel } from "./columns-table.tsx";

type Row = ResponseOf<typeof readImportLayout>["rows"][number];

interface FileRowsTableProps {
  columns: readonly FileColumn[];
  kindColumns: readonly ImportColumn[];
  rows: readonly Row[];
}

/** The first rows of the file, unchanged. If a value is read differently, its reading is shown below it. */
export function FileRowsTable({ columns, kindColumns, rows }: FileRowsTableProps) {
  const tableColumns: readonly Column<Row>[] = [
    {
      key: "line",
      header: "Line",
      align: "end",
      phoneSlot: "title",
      cell: ({ line, skipReason }) => (
        <>
          {line}
          {skipReason !== null && (
            <span className="block whitespace-nowrap text-ink-soft text-xs">{skipReason}</span>
          )}
        </>
      ),
      phoneCell: ({ line, skipReason }) => `Line ${line}${skipReason === null ? "" : `: ${skipReason}`}`,
    },
    ...columns.map(
      (column): Column<Row> => ({
        key: String(column.index),
        header: getColumnLabel(column),
        align: "start",
        cell: ({ cells, skipReason }) => {
          const type = kindColumns.find(({ field }) => field === column.field)?.type;
          const cell = cells[column.index] ?? "";
          if (cell === "") return null;
          return skipReason === null && type !== undefined ? (
            <ReadCell cell={cell} type={type} column={column} />
          ) : (
            <span
              className={`block w-max max-w-48 ${skipReason === null && column.field !== null ? "" : "text-ink-soft"}`}
            >
              {String(cell)}
            </span>
          );
        },
      }),
    ),
  ];
  return (
    <Section
      title={`First ${rows.length} rows of the file`}
      description="The reading of a value is shown below it if it differs. Rows with a note below their line number aren't imported."
    >
      <Table
        caption="First rows of the file"
        columns={tableColumns}
        rows={rows}
        rowKey={({ line }) => line}
      />
    </Section>
  );
}

function ReadCell({ cell, type, column }: { cell: Cell; type: ValueType; column: FileColumn }) {
  const reading = readValue(cell, type, column);
  const isAmbiguous =
    type === "day" ? column.ambiguousDay !== null && column.isDayFirst === null : column.decimalMark === null;
  const unread = isAmbiguous ? "Depends on your selection above" : "Can't be read";
  const shownReading = reading === undefined ? unread : formatReading(reading, type);
  return (
    <>
      <span className="whitespace-nowrap">{String(cell)}</span>
      {shownReading !== String(cell) && (
        <span
          className={reading === undefined ? "block text-red-text text-xs" : "block text-accent-text text-xs"}
        >
          {shownReading}
        </span>
      )}
    </>
  );
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });

function formatReading(reading: string, type: ValueType): string {
  if (type === "day") return formatCalendarDay(reading);
  if (type === "money") return dollars.format(Number(reading));
  return type === "percent" ? `${reading}%` : numbers.format(Number(reading));
}
