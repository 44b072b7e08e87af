import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { AppError, forbidden } from "#shared/errors.ts";
import { roundHalfUp } from "#shared/fraction.ts";
import { getGrant } from "#shared/permissions.ts";
import { getRequiredScope, isGranted } from "#shared/token-scopes.ts";
import type { Cell, ReportDocument, ReportFilters } from "../contract.ts";
import { getReportAction, getReportFacts, type ReportName } from "../reports.ts";
import { allReports } from "./all-reports.ts";
import {
  maxRows,
  type Ratio,
  type Report,
  type ReportColumn,
  type ReportContent,
  type ReportRow,
} from "./define-report.ts";
import { resolveDates } from "./period.ts";

/** Browsers are slow with more rows than this. */
const maxRowsOnScreen = 2_000;

/**
 * Builds a report with its totals.
 * @throws AppError forbidden if it needs more than access to reports, ReportTooLong
 */
export async function buildReport(
  ctx: SignedInCtx,
  name: ReportName,
  query: ReportFilters,
): Promise<ReportDocument> {
  assertCanRead(ctx, name);
  const report: Report = allReports[name];
  const [content, property] = await Promise.all([
    report.read(ctx, await resolveDates(ctx, query)),
    query.propertyId === undefined ? "All properties" : findPropertyName(ctx, query.propertyId),
  ]);
  if (content.rows.length > maxRows) throw new ReportTooLong();
  return presentReport(ctx, {
    title: getReportFacts(name).title,
    columns: report.columns,
    content: { ...content, filters: [property, ...(content.filters ?? [])] },
  });
}

interface UnpresentedReport {
  title: string;
  columns: Report["columns"];
  content: ReportContent<Cells>;
}

/** Adds the ratios of each row, and the totals of each group and of all rows. */
export function presentReport(
  { now }: SignedInCtx,
  { title, columns, content }: UnpresentedReport,
): ReportDocument {
  const { rows, groups = [], groupedBy = null, chart = null, filters = [], totalLabel } = content;
  for (const row of rows) fillRatios(columns, row.cells);
  return {
    title,
    summary: content.summary,
    filters,
    preparedAt: now.toISOString(),
    figures: content.figures,
    chart,
    columns: Object.entries(columns).map(([key, column]) => presentColumn(key, column)),
    groups: groups.map((group) => ({
      ...group,
      isProperty: group.isProperty ?? false,
      totals: calculateTotals(
        columns,
        rows.filter((row) => row.group === group.id),
      ),
    })),
    rows: rows.map(({ group = null, href = null, cells }) => ({ group, href, cells })),
    rowCount: rows.length,
    groupedBy,
    totals:
      rows.length === 0 || totalLabel === undefined
        ? null
        : { label: totalLabel, cells: calculateTotals(columns, rows) },
    note: content.note,
  };
}

/** A report with more rows than `maxRows`. */
export class ReportTooLong extends AppError {
  constructor() {
    const message = `This report has more than ${maxRows.toLocaleString("en-US")} rows. Choose a property or a shorter period.`;
    super("invalid", message, { fields: { propertyId: message } });
  }
}

/**
 * The route has checked `reports.read`. @throws AppError forbidden if the report also needs another action
 */
export function assertCanRead({ actor }: SignedInCtx, name: ReportName): void {
  const action = getReportAction(name);
  if (getGrant(actor.accessScope.effectiveRole, action) === "no") throw forbidden();
  const scope = getRequiredScope({ action, method: "GET" });
  if (actor.token !== null && (scope === null || !isGranted(actor.token.scopes, scope)))
    throw forbidden(`This API token needs the ${scope} scope.`);
}

/** Builds a report for the screen, with only the first rows of a very long one. */
export async function readReport(
  ctx: SignedInCtx,
  name: ReportName,
  query: ReportFilters,
): Promise<ReportDocument> {
  const report = await buildReport(ctx, name, query);
  return { ...report, rows: report.rows.slice(0, maxRowsOnScreen) };
}

/** Returns how each column is totaled, for the formulas of a spreadsheet. */
export const getTotals = (name: ReportName): Map<string, Ratio | "sum"> =>
  new Map(
    Object.entries((allReports[name] as Report).columns).flatMap(([key, { total }]) =>
      total === undefined ? [] : [[key, total] as const],
    ),
  );

const presentColumn = (key: string, column: ReportColumn) => ({
  key,
  header: column.header,
  type: column.type,
  noteInColumn: column.noteInColumn ?? null,
  noteLabel: column.noteLabel ?? null,
  isSpreadsheetOnly: column.isSpreadsheetOnly ?? false,
  needsAttention: column.needsAttention ?? false,
  phoneSlot: column.phoneSlot ?? null,
  relativeWidth: column.relativeWidth ?? 10,
});

type Cells = Record<string, Cell>;

function calculateTotals(columns: Report["columns"], rows: readonly ReportRow<Cells>[]): Cells {
  const totals: Cells = {};
  for (const [key, { total }] of Object.entries(columns))
    if (total === "sum") totals[key] = rows.reduce((sum, { cells }) => sum + Number(cells[key] ?? 0), 0);
  fillRatios(columns, totals);
  return totals;
}

function fillRatios(columns: Report["columns"], cells: Cells): void {
  for (const [key, { total, type }] of Object.entries(columns))
    if (typeof total === "object")
      cells[key] = divide(cells[total.of], cells[total.by], type === "percent" ? 100n : 1n);
}

const divide = (of: Cell | undefined, by: Cell | undefined, factor: bigint): number | null =>
  typeof of !== "number" || typeof by !== "number" || by <= 0
    ? null
    : roundHalfUp({ numerator: BigInt(of) * factor, denominator: BigInt(by) });

/** Returns the name of a property if the user can access it. */
async function findPropertyName({ db, actor }: SignedInCtx, propertyId: number): Promise<string> {
  const { everywhere, propertyIds } = actor.accessScope;
  const { rows } = await sql<{ name: string }>`
    select p.name from properties p where p.id = ${propertyId}
      and (${everywhere}::boolean or p.id = any(${propertyIds}::bigint[]))`.execute(db);
  return rows[0]?.name ?? "No property";
}
