import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { LedgerMonth } from "../../reports-contract.ts";

interface MonthsFilter {
  /** Defaults to the last twelve months, up to the current one in the organization's time zone. */
  year?: string;
  propertyId?: number;
}

/**
 * Returns the charges due in each of twelve months, how much of them is collected and credited, and the cash
 * received, at the properties the user can access. The sums are stored, so only the few unpaid charges are
 * read.
 */
export async function readMonths(
  ctx: SignedInCtx,
  { year, propertyId }: MonthsFilter,
): Promise<LedgerMonth[]> {
  const firstMonth = year === undefined ? getFirstOfLastTwelveMonths(ctx) : sql`${`${year}-01-01`}::date`;
  const isIncluded = (row: string) =>
    sql`${isInScope(ctx, sql.ref(`${row}.property_id`))} and ${propertyId === undefined ? sql`true` : sql`${sql.ref(`${row}.property_id`)} = ${propertyId}`}`;
  const today = sql`(${ctx.now}::timestamptz at time zone p.time_zone)::date`;
  const { rows } = await sql<LedgerMonth>`
    with months as (select (${firstMonth} + make_interval(months => n))::date as month from generate_series(0, 11) n),
    sums as (
      select m.month, sum(m.charged_cents) as due, sum(m.credited_cents) as credited, sum(m.collected_cents) as received
      from property_months m
      where ${isIncluded("m")} and m.month between (select min(month) from months) and (select max(month) from months)
      group by m.month
    ), open as (
      select date_trunc('month', r.due_on)::date as month, coalesce(sum(r.open_cents) filter (where r.due_on < ${today}), 0) as overdue,
        coalesce(sum(r.open_cents) filter (where r.due_on >= ${today}), 0) as upcoming
      from receivables r join properties p on p.id = r.property_id
      where r.open_cents > 0 and r.counts_as = 'charged' and ${isIncluded("r")} and r.due_on >= (select min(month) from months)
      group by 1
    )
    select months.month, coalesce(due, 0)::bigint as "dueCents",
      (coalesce(due, 0) - coalesce(credited, 0) - coalesce(overdue, 0) - coalesce(upcoming, 0))::bigint as "collectedCents",
      coalesce(overdue, 0)::bigint as "overdueCents", coalesce(upcoming, 0)::bigint as "upcomingCents",
      coalesce(credited, 0)::bigint as "creditedCents", coalesce(received, 0)::bigint as "receivedCents"
    from months left join sums on sums.month = months.month left join open on open.month = months.month
    order by months.month`.execute(ctx.db);
  return rows;
}

/**
 * Returns the first day of the twelve months that end with the current one in the organization's time zone.
 */
const getFirstOfLastTwelveMonths = ({ now }: SignedInCtx) =>
  sql`(select date_trunc('month', ${now}::timestamptz at time zone o.time_zone)::date from organization o) - interval '11 months'`;

const isInScope = ({ actor: { accessScope } }: SignedInCtx, propertyId: RawBuilder<unknown>) =>
  accessScope.effectiveRole === "admin"
    ? sql`true`
    : sql`${propertyId} = any(${accessScope.effectiveRole === "landlord" ? accessScope.propertyIds : []}::bigint[])`;
