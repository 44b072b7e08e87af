import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { day, idInPath } from "#shared/http/fields.ts";
import {
  type AgedReportSort,
  agedSortLabels,
  periodLabels,
  reportNames,
  workOrderGroups,
} from "./reports.ts";

const keys = <Key extends string>(labels: Record<Key, string>) => Object.keys(labels) as [Key, ...Key[]];
const agedSorts = keys<AgedReportSort>(agedSortLabels);
const groupings = keys(workOrderGroups);
const periods = keys(periodLabels);

/** A report uses the filters in its list (`reports.ts`) and ignores the others. */
const filters = {
  propertyId: z.optional(idInPath),
  companyId: z.optional(idInPath),
  /** Words from the company name, or the start of a unit number. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, "Searches can be up to 100 characters."))),
  /** A period before today. Ignored with `on`, `from`, or `to`. */
  period: z.optional(z.enum(periods, `period must be one of ${periods.join(", ")}.`)),
  /** As of the end of this date. Defaults to today's date at each property. */
  on: z.optional(day("on must be a date (YYYY-MM-DD).")),
  from: z.optional(day("from must be a date (YYYY-MM-DD).")),
  to: z.optional(day("to must be a date (YYYY-MM-DD).")),
  year: z.optional(z.string().check(z.regex(/^(19|20|21)\d\d$/, "year must be from 1900 to 2199."))),
  /** Only leases with an overdue charge. */
  overdue: z.optional(z.enum(["yes"], "overdue must be yes.")),
  by: z.optional(z.enum(groupings, `by must be one of ${groupings.join(", ")}.`)),
  sort: z.optional(z.enum(agedSorts, `sort must be one of ${agedSorts.join(", ")}.`)),
};
export const reportFilters = z.object(filters);
export type ReportFilters = z.infer<typeof reportFilters>;

/** `money` and `rate` are cents, `hours` are minutes, `percent` is whole percent, dates are YYYY-MM-DD, a month is its first day. */
export const columnTypes = ["text", "date", "month", "money", "rate", "number", "percent", "hours"] as const;
export type ColumnType = (typeof columnTypes)[number];

const cell = z.union([z.string(), z.number(), z.null()]);
export type Cell = z.infer<typeof cell>;
/** The cells of a row by column key. */
const cells = z.record(z.string(), cell);

export const reportColumn = z.object({
  key: z.string(),
  header: z.string(),
  type: z.enum(columnTypes),
  /** On paper, the value is a note in the cell of that column. In a spreadsheet, it has its own column. */
  noteInColumn: z.nullable(z.string()),
  /** The word before the value in the note. */
  noteLabel: z.nullable(z.string()),
  /** Whether the column is only in spreadsheets. */
  isSpreadsheetOnly: z.boolean(),
  /** Whether an amount in the column needs attention. */
  needsAttention: z.boolean(),
  /** The column's place in the two lines of a row on a phone. */
  phoneSlot: z.nullable(z.enum(["title", "line", "figure"])),
  /** The width on paper relative to the other columns. */
  relativeWidth: z.number(),
});
export type ReportColumn = z.infer<typeof reportColumn>;

export const reportRow = z.object({
  /** The id of the row's group. */
  group: z.nullable(z.number()),
  /** The URL of the record's page. */
  href: z.nullable(z.string()),
  cells,
});
export type ReportRow = z.infer<typeof reportRow>;

export const reportGroup = z.object({
  id: z.number(),
  name: z.string(),
  note: z.string(),
  /** Whether it's a property, whose photo is shown. */
  isProperty: z.boolean(),
  totals: cells,
});

export const reportBar = z.object({
  label: z.string(),
  /** The text below the label. */
  note: z.optional(z.string()),
  /** The height relative to the other bars. */
  size: z.number(),
  /** The part of the bar that is filled. All of it by default. */
  filled: z.optional(z.number()),
  /** The text above the bar. */
  value: z.string(),
  /** `muted` is not due yet, `warning` is soon, and `danger` is overdue or over budget. */
  tone: z.optional(z.enum(["muted", "warning", "danger"])),
});
export type ReportBar = z.infer<typeof reportBar>;

export const reportDocument = z.object({
  title: z.string(),
  /** The report's as-of date or period, and how many records it has. */
  summary: z.string(),
  /** The filters in words, such as the name of the property. */
  filters: z.array(z.string()),
  preparedAt: z.string(),
  figures: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      note: z.optional(z.string()),
      needsAttention: z.optional(z.boolean()),
    }),
  ),
  chart: z.nullable(z.object({ title: z.string(), bars: z.array(reportBar) })),
  columns: z.array(reportColumn),
  groups: z.array(reportGroup),
  /** The first 2,000 rows. The totals and the files include all rows. */
  rows: z.array(reportRow),
  rowCount: z.number(),
  /** The name of the grouping, such as `Property`. Null if a column has the same values. */
  groupedBy: z.nullable(z.string()),
  /** Null if there are no rows. */
  totals: z.nullable(z.object({ label: z.string(), cells })),
  /** How the amounts are counted. */
  note: z.string(),
});
export type ReportDocument = z.infer<typeof reportDocument>;

const params = z.object({ report: z.enum(reportNames, "There is no such report.") });

export const readReport = endpoint({
  method: "GET",
  path: "/api/reports/:report/document",
  action: "reports.read",
  summary: "Get a report: figures, columns, rows, and totals",
  params,
  query: reportFilters,
  response: reportDocument,
});

export const fileFormats = ["csv", "xlsx", "pdf"] as const;

export const exportReport = endpoint({
  method: "GET",
  path: "/api/reports/:report/file",
  action: "reports.read",
  summary: "Download a report as CSV, XLSX, or PDF, with the same filters",
  params,
  query: z.object({
    ...filters,
    format: z.enum(fileFormats, `format must be one of ${fileFormats.join(", ")}.`),
  }),
  response: z.unknown(),
  responseKind: "file",
});
