import { sql } from "kysely";
import type { AgedLease, LedgerMonth } from "#domains/ledger/reports-contract.ts";
import { agedLeases } from "#domains/ledger/server/reports/reports-aged.ts";
import { readMonths } from "#domains/ledger/server/reports/reports-months.ts";
import { maxRows } from "#domains/reports/server/define-report.ts";
import { budgetAndActual } from "#domains/reports/server/reports/budget-and-actual.ts";
import { readPeriodWorkOrders } from "#domains/reports/server/reports/period-work-orders.ts";
import { readRentedSpace, readVacantSpace } from "#domains/reports/server/reports/rented-space.ts";
import { findToday } from "#domains/reports/server/today.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type Day, minDay, monthEnd } from "#shared/calendar.ts";
import { formatCalendarDay, formatMonth } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { formatShare } from "#shared/format/share.ts";
import type { StatementContent } from "../../owner-statement-contract.ts";
import type { PropertyMonths } from "../months.ts";
import {
  presentCharges,
  presentExpenses,
  presentExpirations,
  presentOccupancy,
  presentOverdue,
  presentWorkOrders,
  sumOverdue,
  sumSpace,
} from "./sections.ts";

/** Builds a month's statement from the current records, as of the month's last day or today. */
export async function buildContent(
  ctx: SignedInCtx,
  property: PropertyMonths,
  month: Day,
): Promise<StatementContent> {
  const query = { propertyId: property.id, on: await findLastDay(ctx, property, month) };
  const { charges, overdue } = await readMoney(ctx, property, month);
  const leases = await readRentedSpace(ctx, query);
  const current = leases.filter(({ isSigned }) => !isSigned);
  const vacant = await readVacantSpace(ctx, query);
  const expenses = await budgetAndActual.read(ctx, query);
  const orders = await readPeriodWorkOrders(ctx, { propertyId: property.id, from: month, to: query.on });
  const amounts = toAmounts(charges, overdue);
  const [leased, empty] = [sumSpace(current), sumSpace(vacant)];
  return {
    property: property.name,
    address: await findAddress(ctx, property),
    on: query.on,
    preparedAt: ctx.now.toISOString(),
    amounts,
    figures: [
      { label: "Charges due", value: formatMoney(amounts.chargedCents), note: `In ${formatMonth(month)}` },
      { label: "Cash received", value: formatMoney(amounts.receivedCents), note: `In ${formatMonth(month)}` },
      {
        label: "Overdue",
        value: formatMoney(amounts.overdueCents),
        note: formatCalendarDay(query.on),
        needsAttention: amounts.overdueCents > 0,
      },
      {
        label: "Leased",
        value: formatShare(leased.area, leased.area + empty.area),
        note: `${leased.area.toLocaleString("en-US")} of ${(leased.area + empty.area).toLocaleString("en-US")} sq ft`,
      },
    ],
    sections: [
      presentCharges(ctx, month, charges),
      presentOverdue(ctx, query.on, overdue),
      presentOccupancy(ctx, query.on, {
        leased,
        vacant: { ...empty, units: vacant.map(({ unit }) => unit) },
      }),
      presentExpirations(ctx, query.on, leases),
      ...(expenses.rows.length === 0 ? [] : [presentExpenses(ctx, expenses)]),
      presentWorkOrders(ctx, { from: month, to: query.on }, orders),
    ],
  };
}

/** Returns the amounts that a statement of the month would have now. */
export async function readAmounts(
  ctx: SignedInCtx,
  property: PropertyMonths,
  month: Day,
): Promise<StatementContent["amounts"]> {
  const { charges, overdue } = await readMoney(ctx, property, month);
  return toAmounts(charges, overdue);
}

/** Reads the month as in the charges and collections report, and its last day as in aged receivables. */
async function readMoney(
  ctx: SignedInCtx,
  property: PropertyMonths,
  month: Day,
): Promise<{ charges: LedgerMonth | undefined; overdue: AgedLease[] }> {
  const query = {
    propertyId: property.id,
    on: await findLastDay(ctx, property, month),
    overdue: "yes",
  } as const;
  const months = await readMonths(ctx, { year: month.slice(0, 4), propertyId: property.id });
  return {
    charges: months.find((ledgerMonth) => ledgerMonth.month === month),
    overdue: await agedLeases(ctx, query).first(ctx, query, maxRows),
  };
}

const toAmounts = (charges: LedgerMonth | undefined, overdue: readonly AgedLease[]) => ({
  chargedCents: charges?.dueCents ?? 0,
  receivedCents: charges?.receivedCents ?? 0,
  overdueCents: overdue.reduce((sum, lease) => sum + sumOverdue(lease), 0),
});

const findLastDay = async (ctx: SignedInCtx, { id }: PropertyMonths, month: Day): Promise<Day> =>
  minDay(monthEnd(month), await findToday(ctx, id));

async function findAddress({ db }: SignedInCtx, { id }: PropertyMonths): Promise<string> {
  const { rows } = await sql<{ address: string }>`
    select concat_ws(', ', p.address, p.city, p.state || ' ' || p.zip) as address
    from properties p where p.id = ${id}`.execute(db);
  return rows[0]?.address ?? "";
}

const formatMoney = (cents: number): string => formatCents(toCents(cents));
