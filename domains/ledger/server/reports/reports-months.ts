import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { CsvTable } from "#server/http/endpoints/csv.ts";
import type { Input } from "#server/http/endpoints/route.ts";
import { toPlainDollars } from "#shared/format/dollars.ts";
import type { exportMonths, LedgerMonth, MonthDue } from "../../reports-contract.ts";

interface MonthsFilter {
  /** Defaults to the last twelve months, up to the current one in the organization's time zone. */
  year?: string;
  propertyId?: number;
}

/**
 * Returns what was charged, credited, and collected in twelve months, from the stored totals of the
 * properties the user can access.
 */
export async function readMonths(
  ctx: SignedInCtx,
  { year, propertyId }: MonthsFilter,
): Promise<LedgerMonth[]> {
  const first = year === undefined ? firstOfLastTwelve(ctx) : sql`${`${year}-01-01`}::date`;
  const { rows } = await sql<LedgerMonth>`
    with months as (select (${first} + make_interval(months => n))::date as month from generate_series(0, 11) n),
    sums as (
      select m.month, sum(m.charged_cents) as charged, sum(m.credited_cents) as credited, sum(m.collected_cents) as collected
      from property_months m
      where ${isInScope(ctx, sql`m.property_id`)} and ${propertyId === undefined ? sql`true` : sql`m.property_id = ${propertyId}`}
        and m.month between (select min(month) from months) and (select max(month) from months)
      group by m.month
    )
    select months.month, coalesce(charged, 0)::bigint as "chargedCents", coalesce(credited, 0)::bigint as "creditedCents",
      coalesce(collected, 0)::bigint as "collectedCents",
      coalesce(charged - credited - collected, 0)::bigint as "differenceCents"
    from months left join sums on sums.month = months.month order by months.month`.execute(ctx.db);
  return rows;
}

/**
 * Returns the charges due in each of the last twelve months, up to the current one, at the properties the
 * user can access. What is due comes from the stored totals, so only the few open charges are read.
 */
export async function readMonthsDue(ctx: SignedInCtx): Promise<MonthDue[]> {
  const { rows } = await sql<MonthDue>`
    with months as (select (${firstOfLastTwelve(ctx)} + make_interval(months => n))::date as month from generate_series(0, 11) n),
    due as (
      select m.month, sum(m.charged_cents) as cents from property_months m
      where ${isInScope(ctx, sql`m.property_id`)} and m.month between (select min(month) from months) and (select max(month) from months)
      group by m.month
    ), open as (
      select date_trunc('month', r.due_on)::date as month,
        sum(r.open_cents) filter (where r.due_on < (${ctx.now}::timestamptz at time zone p.time_zone)::date) as overdue,
        sum(r.open_cents) filter (where r.due_on >= (${ctx.now}::timestamptz at time zone p.time_zone)::date) as upcoming
      from receivables r join properties p on p.id = r.property_id
      where r.open_cents > 0 and r.counts_as = 'charged' and ${isInScope(ctx, sql`r.property_id`)}
        and r.due_on >= (select min(month) from months)
      group by 1
    )
    select months.month, coalesce(due.cents, 0)::bigint as "dueCents", coalesce(open.overdue, 0)::bigint as "overdueCents",
      coalesce(open.upcoming, 0)::bigint as "upcomingCents"
    from months left join due on due.month = months.month left join open on open.month = months.month
    order by months.month`.execute(ctx.db);
  return rows;
}

/** The first day of the twelve months that end with the current one in the organization's time zone. */
const firstOfLastTwelve = ({ now }: SignedInCtx) =>
  sql`(select date_trunc('month', ${now}::timestamptz at time zone o.time_zone)::date from organization o) - interval '11 months'`;

const isInScope = ({ actor: { accessScope } }: SignedInCtx, propertyId: RawBuilder<unknown>) =>
  accessScope.effectiveRole === "admin"
    ? sql`true`
    : sql`${propertyId} = any(${accessScope.effectiveRole === "landlord" ? accessScope.propertyIds : []}::bigint[])`;

/** Returns the monthly report for export as CSV. */
export const getMonthsTable = (
  ctx: SignedInCtx,
  { query }: Input<typeof exportMonths>,
): CsvTable<LedgerMonth> => ({
  name: "charged-and-collected",
  columns: {
    Month: ({ month }) => month.slice(0, 7),
    Charged: ({ chargedCents }) => toPlainDollars(chargedCents),
    Credited: ({ creditedCents }) => toPlainDollars(creditedCents),
    Collected: ({ collectedCents }) => toPlainDollars(collectedCents),
    "Net charged": ({ differenceCents }) => toPlainDollars(Math.max(differenceCents, 0)),
    "Net credited and collected": ({ differenceCents }) => toPlainDollars(Math.max(-differenceCents, 0)),
  },
  async *rows() {
    yield await readMonths(ctx, query);
  },
});
