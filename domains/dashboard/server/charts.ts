import { sql } from "kysely";
import { leases } from "#domains/leases/server/lists/list-leases.ts";
import { readMonths } from "#domains/ledger/server/reports/reports-months.ts";
import { sumOverdue } from "#domains/ledger/server/reports/sum-overdue.ts";
import { sumByOccupancy } from "#domains/properties/server/units/list-units.ts";
import { ageDays, ages } from "#domains/work-orders/ages.ts";
import { filterCategories, matchingCategories } from "#domains/work-orders/categories.ts";
import { workOrderList } from "#domains/work-orders/server/list/list.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type Action, getGrant } from "#shared/permissions.ts";
import type { DashboardCharts } from "../contract.ts";

/** Returns the figures and charts. Each count is the length of the list that it opens (DASH-29). */
export async function readChartsFor(ctx: SignedInCtx): Promise<DashboardCharts> {
  const isAllowed = (action: Action) => getGrant(ctx.actor.accessScope.effectiveRole, action) !== "no";
  const [orders, occupancy, endingLeases, overdue, months] = await Promise.all([
    workOrderList.countBy(ctx, { status: "open" }, sql`o.category || '/' || ${selectAge}`),
    isAllowed("units.read") ? sumByOccupancy(ctx) : null,
    isAllowed("units.read") ? findEndingLeases(ctx) : null,
    isAllowed("reports.read") ? sumOverdue(ctx) : null,
    isAllowed("reports.read") ? readMonths(ctx, {}) : null,
  ]);
  const openWorkOrders = filterCategories.flatMap((category) =>
    ages.map((age) => ({
      category,
      age,
      count: matchingCategories(category).reduce(
        (sum, matchingCategory) => sum + (orders.get(`${matchingCategory}/${age}`) ?? 0),
        0,
      ),
    })),
  );
  return { openWorkOrders, occupancy, endingLeases, overdue, months };
}

async function findEndingLeases(ctx: SignedInCtx): Promise<DashboardCharts["endingLeases"]> {
  const endingFilter = { state: "ending" } as const;
  const [count, { rows }] = await Promise.all([
    leases.count(ctx, endingFilter),
    sql<{ company: string; to: string }>`
      select (select c.name from companies c where c.id = l.company_id) as company, l.ends_on as "to"
      from leases l where ${leases.conditions(ctx, endingFilter)} order by l.ends_on, l.id limit 1`.execute(
      ctx.db,
    ),
  ]);
  return { count, first: rows[0] ?? null };
}

/** The age range of the work order `o`, as in the list's filter. */
const selectAge = sql`case ${sql.join(
  ages.map((age) => {
    const { under } = ageDays[age];
    return under === null
      ? sql`else ${sql.lit(age)}`
      : sql`when o.created_at > now() - make_interval(days => ${sql.lit(under)}) then ${sql.lit(age)}`;
  }),
  sql` `,
)} end`;
