import { sql } from "kysely";
import { leases } from "#domains/leases/server/list-leases.ts";
import { overdueWithin } from "#domains/ledger/server/overdue.ts";
import { readMonths } from "#domains/ledger/server/reports-months.ts";
import { sumByOccupancy } from "#domains/properties/server/list-units.ts";
import { ages } from "#domains/work-orders/ages.ts";
import { categoriesFoundBy, filterCategories } from "#domains/work-orders/categories.ts";
import { workOrders } from "#domains/work-orders/server/list.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type Action, grantOf } from "#shared/permissions.ts";
import type { DashboardCharts } from "../contract.ts";

/** The numbers of the charts, each the length of the list that its bar opens (DASH-29). */
export async function readChartsFor(ctx: SignedInCtx): Promise<DashboardCharts> {
  const may = (action: Action) => grantOf(ctx.actor.accessScope.effectiveRole, action) !== "no";
  const [openByAge, byCategory, occupancy, endingLeases, overdueCents, months] = await Promise.all([
    Promise.all(
      ages.map(async (age) => ({ age, count: await workOrders.count(ctx, { status: "open", age }) })),
    ),
    workOrders.countBy(ctx, { status: "open" }, sql`o.category`),
    may("units.read") ? sumByOccupancy(ctx) : null,
    may("units.read") ? leases.count(ctx, { state: "ending" }) : null,
    may("reports.read") ? overdueWithin(ctx) : null,
    may("reports.read") ? readMonths(ctx, {}) : null,
  ]);
  const openByCategory = filterCategories.map((category) => ({
    category,
    count: categoriesFoundBy(category).reduce((sum, found) => sum + (byCategory.get(found) ?? 0), 0),
  }));
  const rentByMonth = months?.map(({ month, chargedCents, collectedCents }) => ({
    month,
    chargedCents,
    collectedCents,
  }));
  return {
    openByAge,
    openByCategory,
    occupancy,
    endingLeases,
    overdueCents,
    rentByMonth: rentByMonth ?? null,
  };
}
