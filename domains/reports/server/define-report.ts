import type { SignedInCtx } from "#server/http/context.ts";
import type { Cell, ReportDocument, ReportFilters, ReportColumn as SentColumn } from "../contract.ts";

/**
 * A ratio of two other columns, such as the rent per square foot. Its cells and totals are calculated from
 * the cells and totals of those columns.
 */
export interface Ratio {
  of: string;
  by: string;
}

export interface ReportColumn extends Partial<Omit<SentColumn, "key" | "header" | "type">> {
  header: string;
  type: SentColumn["type"];
  total?: "sum" | Ratio;
}

export interface ReportRow<Row> {
  group?: number;
  href?: string;
  cells: Row;
}

export interface ReportContent<Row> {
  summary: string;
  rows: ReportRow<Row>[];
  /** In the order of their rows. */
  groups?: { id: number; name: string; note: string; isProperty?: boolean }[];
  /** The name of the grouping, unless a column has the same values. */
  groupedBy?: string;
  /** Undefined for a table without a total. */
  totalLabel?: string;
  figures: ReportDocument["figures"];
  chart?: ReportDocument["chart"];
  /** Filters in words, in addition to the name of the property. */
  filters?: string[];
  note: string;
}

/** Reports are held in memory. Each reads one row more than this, to detect that it's too long. */
export const maxRows = 10_000;

/** A report: its columns, and its rows within the properties that the user can access. */
export interface Report<Row = Record<string, Cell>> {
  columns: Record<keyof Row & string, ReportColumn>;
  read(this: void, ctx: SignedInCtx, filters: ReportFilters): Promise<ReportContent<Row>>;
}

export const defineReport = <Row extends Record<string, Cell>>(report: Report<Row>): Report<Row> => report;

/** Sums a column over rows. */
export const sumOf = <Row>(rows: readonly ReportRow<Row>[], key: keyof Row): number =>
  rows.reduce((sum, { cells }) => {
    const value = cells[key];
    return typeof value === "number" ? sum + value : sum;
  }, 0);

/** `1 lease`, `1,200 leases`. */
export const formatCount = (count: number, singular: string, plural: string): string =>
  count === 1 ? `1 ${singular}` : `${count.toLocaleString("en-US")} ${plural}`;
