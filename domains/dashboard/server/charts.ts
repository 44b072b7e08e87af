import { sql } from "kysely";
import { leases } from "#domains/leases/server/list-leases.ts";
import { overdueWithin } from "#domains/ledger/server/overdue.ts";
import { readMonths } from "#domains/ledger/server/reports-months.ts";
import { sumByOccupancy } from "#domains/properties/server/list-units.ts";
import { ageDays, ages } from "#domains/work-orders/ages.ts";
import { categoriesFoundBy, filterCategories } from "#domains/work-orders/categories.ts";
import { workOrders } from "#domains/work-orders/server/list.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type Action, grantOf } from "#shared/permissions.ts";
import type { DashboardCharts } from "../contract.ts";

/** The numbers of the charts, each the length of the list that its bar opens (DASH-29). */
export async function readChartsFor(ctx: SignedInCtx): Promise<DashboardCharts> {
  const may = (action: Action) => grantOf(ctx.actor.accessScope.effectiveRole, action) !== "no";
  const [orders, occupancy, endingLeases, overdueCents, rentByMonth] = await Promise.all([
    workOrders.countBy(ctx, { status: "open" }, sql`o.category || '/' || ${ageOfOrder}`),
    may("units.read") ? sumByOccupancy(ctx) : null,
    may("units.read") ? leases.count(ctx, { state: "ending" }) : null,
    may("reports.read") ? overdueWithin(ctx) : null,
    may("reports.read") ? readMonths(ctx, {}) : null,
  ]);
  const openOrders = filterCategories.flatMap((category) =>
    ages.map((age) => ({
      category,
      age,
      count: categoriesFoundBy(category).reduce(
        (sum, found) => sum + (orders.get(`${found}/${age}`) ?? 0),
        0,
      ),
    })),
  );
  return { openOrders, occupancy, endingLeases, overdueCents, rentByMonth };
}

/** The range of ages of the order `o`, as the filter of the list has it. */
const ageOfOrder = sql`case ${sql.join(
  ages.map((age) => {
    const { under } = ageDays[age];
    return under === null
      ? sql`else ${sql.lit(age)}`
      : sql`when o.created_at > now() - make_interval(days => ${sql.lit(under)}) then ${sql.lit(age)}`;
  }),
  sql` `,
)} end`;
