import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { CsvTable } from "#server/http/csv.ts";
import type { Input } from "#server/http/route.ts";
import { toPlainDollars } from "#shared/format/dollars.ts";
import type { exportMonths, LedgerMonth } from "../../reports-contract.ts";

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
  { db, actor: { accessScope }, now }: SignedInCtx,
  { year, propertyId }: MonthsFilter,
): Promise<LedgerMonth[]> {
  const first =
    year === undefined
      ? sql`(select date_trunc('month', ${now}::timestamptz at time zone o.time_zone)::date from organization o) - interval '11 months'`
      : sql`${`${year}-01-01`}::date`;
  const within =
    accessScope.effectiveRole === "admin"
      ? sql`true`
      : sql`m.property_id = any(${accessScope.effectiveRole === "landlord" ? accessScope.propertyIds : []}::bigint[])`;
  const { rows } = await sql<LedgerMonth>`
    with months as (select (${first} + make_interval(months => n))::date as month from generate_series(0, 11) n),
    sums as (
      select m.month, sum(m.charged_cents) as charged, sum(m.credited_cents) as credited, sum(m.collected_cents) as collected
      from property_months m
      where ${within} and ${propertyId === undefined ? sql`true` : sql`m.property_id = ${propertyId}`}
        and m.month between (select min(month) from months) and (select max(month) from months)
      group by m.month
    )
    select months.month, coalesce(charged, 0)::bigint as "chargedCents", coalesce(credited, 0)::bigint as "creditedCents",
      coalesce(collected, 0)::bigint as "collectedCents",
      coalesce(charged - credited - collected, 0)::bigint as "differenceCents"
    from months left join sums on sums.month = months.month order by months.month`.execute(db);
  return rows;
}

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
