import { leasePath } from "#domains/leases/paths.ts";
import type { AgedLease, LedgerMonth } from "#domains/ledger/reports-contract.ts";
import type { ReportDocument } from "#domains/reports/contract.ts";
import { presentReport } from "#domains/reports/server/build-report.ts";
import { formatCount } from "#domains/reports/server/define-report.ts";
import { budgetAndActual } from "#domains/reports/server/reports/budget-and-actual.ts";
import { describeNextLease } from "#domains/reports/server/reports/lease-expirations.ts";
import {
  type PeriodWorkOrder,
  summarizeWorkOrders,
} from "#domains/reports/server/reports/period-work-orders.ts";
import type { RentedSpace } from "#domains/reports/server/reports/rented-space.ts";
import { workOrderPath } from "#domains/work-orders/paths.ts";
import { statusLabel } from "#domains/work-orders/status.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { addMonths, type Day, monthEnd, monthStart } from "#shared/calendar.ts";
import { formatCalendarDay, formatMonth } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";

/** How many months ahead a statement looks for leases that end. */
const expirationMonths = 12;

const emptyContent = { figures: [], note: "" };
const amountColumn = (header: string) =>
  ({ header, type: "money", relativeWidth: 12, total: "sum" }) as const;

/** The month as in the charges and collections report. */
export const presentCharges = (
  ctx: SignedInCtx,
  month: Day,
  charges: LedgerMonth | undefined,
): ReportDocument =>
  presentReport(ctx, {
    title: "Charges and collections",
    columns: {
      month: { header: "Month", type: "month", relativeWidth: 14, phoneSlot: "title" },
      due: { header: "Charges due", type: "money", relativeWidth: 14, phoneSlot: "figure" },
      collected: { header: "Collected", type: "money", relativeWidth: 14 },
      credited: { header: "Credited", type: "money", relativeWidth: 12 },
      unpaid: { header: "Unpaid", type: "money", relativeWidth: 12 },
      received: { header: "Cash received", type: "money", relativeWidth: 14 },
    },
    content: {
      ...emptyContent,
      summary: `Charges due in ${formatMonth(month)}, and the cash received in it.`,
      rows: [
        {
          cells: {
            month,
            due: charges?.dueCents ?? 0,
            collected: charges?.collectedCents ?? 0,
            credited: charges?.creditedCents ?? 0,
            unpaid: (charges?.overdueCents ?? 0) + (charges?.upcomingCents ?? 0),
            received: charges?.receivedCents ?? 0,
          },
        },
      ],
      note: "Collected, credited, and unpaid add up to the charges due, as of the time this statement was prepared. Cash doesn't include security deposits and opening balances.",
    },
  });

export const sumOverdue = ({
  days1To30Cents,
  days31To60Cents,
  days61To90Cents,
  over90Cents,
}: AgedLease): number => days1To30Cents + days31To60Cents + days61To90Cents + over90Cents;

export const presentOverdue = (ctx: SignedInCtx, on: Day, leases: readonly AgedLease[]): ReportDocument =>
  presentReport(ctx, {
    title: "Overdue",
    columns: {
      tenant: { header: "Tenant", type: "text", relativeWidth: 24, phoneSlot: "title" },
      units: { header: "Units", type: "text", relativeWidth: 12, phoneSlot: "line" },
      days1To30: amountColumn("1–30 days"),
      days31To60: amountColumn("31–60 days"),
      days61To90: amountColumn("61–90 days"),
      over90: amountColumn("Over 90 days"),
      overdue: { ...amountColumn("Overdue"), relativeWidth: 14, phoneSlot: "figure" },
    },
    content: {
      ...emptyContent,
      totalLabel: "Total",
      summary:
        leases.length === 0
          ? `Nothing was overdue on ${formatCalendarDay(on)}.`
          : `As of ${formatCalendarDay(on)}. ${formatCount(leases.length, "lease", "leases")}.`,
      rows: leases.map((lease) => ({
        href: leasePath(lease.id),
        cells: {
          tenant: lease.company,
          units: lease.units.join(", "),
          days1To30: lease.days1To30Cents,
          days31To60: lease.days31To60Cents,
          days61To90: lease.days61To90Cents,
          over90: lease.over90Cents,
          overdue: sumOverdue(lease),
        },
      })),
    },
  });

/** A number of units and their total area. */
interface Space {
  units: number;
  area: number;
}

/**
 * Sums the units and their areas. If a lease's units have no area, the area in the lease is used, as in the
 * rent roll.
 */
export const sumSpace = (
  spaces: readonly { units?: string[]; areaSquareFeet: number; leaseSquareFeet?: number }[],
): Space => ({
  units: spaces.reduce((sum, { units }) => sum + (units?.length ?? 1), 0),
  area: spaces.reduce((sum, space) => sum + (space.areaSquareFeet || (space.leaseSquareFeet ?? 0)), 0),
});

export const presentOccupancy = (
  ctx: SignedInCtx,
  on: Day,
  { leased, vacant }: { leased: Space; vacant: Omit<Space, "units"> & { units: string[] } },
): ReportDocument =>
  presentReport(ctx, {
    title: "Occupancy",
    columns: {
      state: { header: "Space", type: "text", relativeWidth: 40, phoneSlot: "title" },
      names: { header: "Unit numbers", type: "text", noteInColumn: "state" },
      units: { header: "Units", type: "number", relativeWidth: 14, total: "sum" },
      area: { header: "Sq ft", type: "number", relativeWidth: 14, total: "sum" },
    },
    content: {
      ...emptyContent,
      totalLabel: "Total",
      summary: `As of ${formatCalendarDay(on)}. ${leased.units} of ${formatCount(leased.units + vacant.units.length, "unit", "units")} leased.`,
      rows: [
        { cells: { state: "Leased", names: "", units: leased.units, area: leased.area } },
        {
          cells: {
            state: "Vacant",
            names: vacant.units.join(", "),
            units: vacant.units.length,
            area: vacant.area,
          },
        },
      ],
      note: "A unit without a lease counts as vacant.",
    },
  });

export function presentExpirations(
  ctx: SignedInCtx,
  on: Day,
  leases: readonly RentedSpace[],
): ReportDocument {
  const lastDay = monthEnd(addMonths(monthStart(on), expirationMonths));
  const endingLeases = leases
    .flatMap((lease) =>
      !lease.isSigned && lease.to !== null && lease.to <= lastDay ? [{ ...lease, to: lease.to }] : [],
    )
    .toSorted((a, b) => a.to.localeCompare(b.to) || a.id - b.id);
  const period = `in the ${expirationMonths} months to ${formatCalendarDay(lastDay)}`;
  return presentReport(ctx, {
    title: "Leases expiring",
    columns: {
      to: { header: "End", type: "date", relativeWidth: 14, phoneSlot: "line" },
      tenant: { header: "Tenant", type: "text", relativeWidth: 24, phoneSlot: "title" },
      units: { header: "Units", type: "text", relativeWidth: 12, phoneSlot: "line" },
      next: { header: "Next lease", type: "text", relativeWidth: 22 },
      area: { header: "Sq ft", type: "number", relativeWidth: 10, total: "sum" },
      rent: { header: "Monthly rent", type: "money", relativeWidth: 14, total: "sum", phoneSlot: "figure" },
    },
    content: {
      ...emptyContent,
      totalLabel: "Total",
      summary:
        endingLeases.length === 0
          ? `No lease ends ${period}.`
          : `${formatCount(endingLeases.length, "lease ends", "leases end")} ${period}.`,
      rows: endingLeases.map((lease) => ({
        href: leasePath(lease.id),
        cells: {
          to: lease.to,
          tenant: lease.company,
          units: lease.units.join(", "),
          area: lease.areaSquareFeet || lease.leaseSquareFeet,
          rent: lease.monthlyRentCents,
          next: describeNextLease(leases, lease),
        },
      })),
    },
  });
}

/** The budget and the cost of each expense category, as in the report. */
export function presentExpenses(
  ctx: SignedInCtx,
  content: Awaited<ReturnType<typeof budgetAndActual.read>>,
): ReportDocument {
  const { category, budget, actual, variance, budgetToDate, actualToDate, varianceToDate } =
    budgetAndActual.columns;
  const columns = { category, budget, actual, variance, budgetToDate, actualToDate, varianceToDate };
  return presentReport(ctx, {
    title: "Expenses",
    columns,
    content: { ...content, figures: [], chart: null },
  });
}

export const presentWorkOrders = (
  ctx: SignedInCtx,
  { from, to }: { from: Day; to: Day },
  orders: readonly PeriodWorkOrder[],
): ReportDocument =>
  presentReport(ctx, {
    title: "Work orders",
    columns: {
      number: { header: "ID", type: "text", relativeWidth: 12, phoneSlot: "line" },
      title: { header: "Issue", type: "text", relativeWidth: 30, phoneSlot: "title" },
      unit: { header: "Unit", type: "text", relativeWidth: 9 },
      category: { header: "Category", type: "text", relativeWidth: 14 },
      opened: { header: "Opened", type: "date", relativeWidth: 14 },
      completed: { header: "Completed", type: "date", relativeWidth: 14 },
      state: { header: "Status", type: "text", relativeWidth: 12, phoneSlot: "figure" },
    },
    content: {
      ...emptyContent,
      summary: `${formatCalendarDay(from)} to ${formatCalendarDay(to)}. ${summarizeWorkOrders(orders)}.`,
      rows: orders.map((order) => ({
        href: workOrderPath(order.id),
        cells: {
          number: workOrderNumber(order.id),
          title: order.title,
          unit: order.unit,
          category: order.category,
          opened: order.opened,
          completed: order.isUnfinished ? null : order.completed,
          state: order.isUnfinished ? "Not finished" : statusLabel(order.status),
        },
      })),
      note: `Statuses are as of ${formatCalendarDay(to)}.`,
    },
  });
