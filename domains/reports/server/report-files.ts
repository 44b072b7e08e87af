import type { SignedInCtx } from "#server/http/context.ts";
import type { CsvTable, CsvValue } from "#server/http/endpoints/csv.ts";
import { readSender, type Sender } from "#server/integrations/pdf/read-sender.ts";
import { issuePdf, type PdfContent, type PdfContentTable } from "#server/integrations/pdf/render-pdf.ts";
import {
  getFirstXlsxRow,
  getXlsxColumn,
  writeXlsx,
  type XlsxRow,
  type XlsxSheet,
} from "#server/integrations/xlsx/write-xlsx.ts";
import { formatMomentWithZone } from "#shared/format/dates.ts";
import { toPlainDollars } from "#shared/format/dollars.ts";
import type { Cell, ColumnType, ReportColumn, ReportDocument, ReportRow } from "../contract.ts";
import { formatCell, formatNotes, getPaperColumns, isNumeric } from "../format-cell.ts";
import type { ReportName } from "../reports.ts";
import { getTotals } from "./build-report.ts";
import type { Ratio } from "./define-report.ts";

export const mediaTypes = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
};

interface ReportFile {
  name: ReportName;
  report: ReportDocument;
  format: keyof typeof mediaTypes;
  timeoutMs?: number;
}

/** Writes the report as a file, on a worker thread. A PDF can take `timeoutMs`, as in `renderPdf`. */
export async function writeReportFile(
  ctx: SignedInCtx,
  { name, report, format, ...options }: ReportFile,
): Promise<Buffer> {
  const sender = await readSender(ctx);
  return format === "pdf"
    ? issuePdf(ctx, toPdfContent(report, sender), options)
    : writeXlsx(ctx, toXlsxSheet(report, { totalsByKey: getTotals(name), sender }));
}

/** Returns the report as plain values for other programs, with the group as the first column. */
export function toCsvTable(
  name: ReportName,
  { columns, groups, groupedBy, rows }: ReportDocument,
): CsvTable<ReportRow> {
  const groupNames = new Map(groups.map((group) => [group.id, group.name]));
  return {
    name,
    columns: {
      ...(groupedBy !== null && {
        [groupedBy]: ({ group }: ReportRow) => groupNames.get(group ?? 0) ?? null,
      }),
      ...Object.fromEntries(
        columns.map(({ key, header, type }) => [
          header,
          ({ cells }: ReportRow) => toPlainValue(type, cells[key] ?? null),
        ]),
      ),
    },
    async *rows() {
      yield await Promise.resolve(rows);
    },
  };
}

function toPlainValue(type: ColumnType, value: Cell): CsvValue {
  if (typeof value !== "number") return type === "month" ? (value?.slice(0, 7) ?? null) : value;
  if (type === "hours") return (value / 60).toFixed(2);
  return type === "money" || type === "rate" ? toPlainDollars(value) : value;
}

/** Returns the report as a sheet whose totals are formulas, stored with their results. */
function toXlsxSheet(
  { title, summary, filters, columns, groups, rows, totals, note }: ReportDocument,
  { totalsByKey, sender }: { totalsByKey: ReadonlyMap<string, Ratio | "sum">; sender: Sender },
): XlsxSheet {
  const lines = [sender.name, summary, filters.join(", "), note];
  const letters = new Map(columns.map(({ key }, at) => [key, getXlsxColumn(at)]));
  const sheetRows: XlsxRow[] = [];
  let nextRow = getFirstXlsxRow({ lines });
  const addRow = (row: XlsxRow) => {
    sheetRows.push(row);
    nextRow += 1;
  };
  const addTotal = (label: string, cells: ReportRow["cells"], from: number) => {
    const row = nextRow;
    addRow({
      isStrong: true,
      cells: columns.map(({ key, type }, at) => {
        const total = totalsByKey.get(key);
        const letter = letters.get(key) ?? "";
        if (total === undefined) return at === 0 ? label : null;
        const value = toSheetValue(type, cells[key] ?? null);
        const result = typeof value === "number" ? value : null;
        // Subtotals are skipped by the total of the whole column.
        if (total === "sum") return { formula: `SUBTOTAL(9,${letter}${from}:${letter}${row - 1})`, result };
        const [of, by] = [letters.get(total.of), letters.get(total.by)];
        return { formula: `IF(${by}${row}=0,"",${of}${row}/${by}${row})`, result };
      }),
    });
  };
  const addRows = (reportRows: readonly ReportRow[]) => {
    for (const { cells } of reportRows)
      addRow({ cells: columns.map(({ key, type }) => toSheetValue(type, cells[key] ?? null)) });
  };
  const firstRow = nextRow;
  addRows(rows.filter(({ group }) => group === null));
  for (const group of groups) {
    addRow({ isStrong: true, cells: [group.name] });
    const from = nextRow;
    addRows(rows.filter((row) => row.group === group.id));
    if (groups.length > 1) addTotal(group.name, group.totals, from);
  }
  if (totals !== null) addTotal(totals.label, totals.cells, firstRow);
  return { title, lines, columns: columns.map(toXlsxColumn), rows: sheetRows };
}

const formats: Partial<Record<ColumnType, string>> = {
  money: "#,##0.00",
  rate: "#,##0.00",
  number: "#,##0",
  percent: "0%",
  hours: "0.00",
  date: "mmm d, yyyy",
  month: "mmmm yyyy",
};

const toXlsxColumn = ({ header, type, relativeWidth }: ReportColumn) => ({
  header,
  type: isNumeric(type) ? ("number" as const) : type === "text" ? ("text" as const) : ("date" as const),
  ...(formats[type] !== undefined && { format: formats[type] }),
  width: Math.max(12, relativeWidth + 4),
});

function toSheetValue(type: ColumnType, value: Cell): Cell {
  if (typeof value !== "number") return value;
  if (type === "money" || type === "rate" || type === "percent") return value / 100;
  return type === "hours" ? value / 60 : value;
}

/** Returns the report as a landscape document with the organization's letterhead. */
function toPdfContent(report: ReportDocument, { name, lines, timeZone }: Sender): PdfContent {
  const { title, summary, filters, preparedAt, figures, chart, note } = report;
  return {
    title,
    isLandscape: true,
    sender: { name, lines },
    heading: title,
    details: [summary, filters.join(", "), `Prepared ${formatMomentWithZone(preparedAt, timeZone)}`],
    recipient: [],
    blocks: [
      {
        kind: "figures",
        isLead: true,
        figures: figures.map((figure) => ({ name: figure.label, value: figure.value })),
      },
      ...(chart === null
        ? []
        : [
            {
              kind: "figures" as const,
              heading: chart.title,
              figures: chart.bars.map((bar) => ({ name: bar.label, value: bar.value })),
            },
          ]),
      toPdfTable(report),
      { kind: "text", paragraphs: [note] },
    ],
  };
}

/** Returns the table of a report for its PDF. */
export function toPdfTable({ columns: allColumns, groups, rows, totals }: ReportDocument): PdfContentTable {
  const columns = getPaperColumns(allColumns);
  const toCells = (cells: ReportRow["cells"], label?: string) =>
    columns.map((column, at) => {
      if (at === 0 && label !== undefined) return label;
      const value = cells[column.key] ?? null;
      const text = value === null && label !== undefined ? "" : formatCell(column.type, value);
      const notes = formatNotes(column, cells);
      return (text === "–" && notes.length > 0 ? notes : [text, ...notes]).join("\n");
    });
  const toRows = (reportRows: readonly ReportRow[]) =>
    reportRows.map(({ cells }) => ({ cells: toCells(cells) }));
  return {
    kind: "table",
    columns: columns.map(({ header, relativeWidth, type }) => ({
      header,
      share: relativeWidth,
      ...(isNumeric(type) && { align: "right" as const }),
    })),
    rows: [
      ...toRows(rows.filter(({ group }) => group === null)),
      ...groups.flatMap((group) => [
        { cells: [`${group.name} · ${group.note}`], isHead: true },
        ...toRows(rows.filter((row) => row.group === group.id)),
        ...(groups.length > 1 ? [{ cells: toCells(group.totals, group.name), isStrong: true }] : []),
      ]),
      ...(totals === null ? [] : [{ cells: toCells(totals.cells, totals.label), isTotal: true }]),
    ],
  };
}
