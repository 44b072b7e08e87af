import { type RawBuilder, sql } from "kysely";
import { managesProperty } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";

interface MonthAmount {
  categoryId: number;
  /** Starting at 1. */
  month: number;
  cents: number;
}

/** All properties that the user can access, or one of them. */
interface YearFilter {
  year: number;
  propertyId?: number | undefined;
}

const condition = (
  { actor }: SignedInCtx,
  propertyId: RawBuilder<unknown>,
  filter: YearFilter,
): RawBuilder<unknown> =>
  filter.propertyId === undefined
    ? managesProperty(actor.accessScope, propertyId)
    : sql`${propertyId} = ${filter.propertyId} and ${managesProperty(actor.accessScope, propertyId)}`;

/** Returns the cost of each category in each month of a calendar year (EXP-10). */
export async function readCostsByMonth(ctx: SignedInCtx, filter: YearFilter): Promise<MonthAmount[]> {
  const { rows } = await sql<MonthAmount>`
    with months as (
      select n as month, make_date(${filter.year}, n, 1) as first_day,
        (make_date(${filter.year}, n, 1) + interval '1 month')::date - 1 as last_day
      from generate_series(1, 12) n)
    select l.category_id as "categoryId", m.month,
      sum(cost_within(l.amount_cents, b.service_from, b.service_to, m.first_day, m.last_day))::bigint as cents
    from bills b join bill_lines l on l.bill_id = b.id
    join months m on m.first_day <= b.service_to and m.last_day >= b.service_from
    where b.voided_at is null and ${condition(ctx, sql`b.property_id`, filter)}
      and daterange(b.service_from, b.service_to, '[]') &&
        daterange(make_date(${filter.year}, 1, 1), make_date(${filter.year}, 12, 31), '[]')
    group by l.category_id, m.month`.execute(ctx.db);
  return rows;
}

/** Returns the budget of each category in each month of a calendar year. */
export async function readBudgetsByMonth(ctx: SignedInCtx, filter: YearFilter): Promise<MonthAmount[]> {
  const { rows } = await sql<MonthAmount>`
    select g.category_id as "categoryId", g.month, sum(g.amount_cents)::bigint as cents from budgets g
    where g.year = ${filter.year} and ${condition(ctx, sql`g.property_id`, filter)}
    group by g.category_id, g.month`.execute(ctx.db);
  return rows;
}

/** Returns the amounts of a category in its 12 months. */
export function toMonths(amounts: readonly MonthAmount[], categoryId: number): number[] {
  const months = Array.from({ length: 12 }, () => 0);
  for (const amount of amounts) if (amount.categoryId === categoryId) months[amount.month - 1] = amount.cents;
  return months;
}
