import { readMonths } from "#domains/ledger/server/reports-months.ts";
import { countByOccupancy } from "#domains/properties/server/list-occupancy.ts";
import { countOpenOrders } from "#domains/work-orders/server/open-orders.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type Action, grantOf } from "#shared/permissions.ts";
import type { DashboardCharts } from "../contract.ts";

/** The numbers behind the charts, each the length of the list that its bar opens (DASH-29). */
export async function readChartsFor(ctx: SignedInCtx): Promise<DashboardCharts> {
  const may = (action: Action) => grantOf(ctx.actor.reach.caller, action) !== "no";
  const [{ byAge, byCategory }, occupancy, months] = await Promise.all([
    countOpenOrders(ctx),
    may("units.read") ? countByOccupancy(ctx) : null,
    may("reports.read") ? readMonths(ctx, {}) : null,
  ]);
  const rentByMonth = months?.map(({ month, chargedCents, collectedCents }) => ({
    month,
    chargedCents,
    collectedCents,
  }));
  return { openByAge: byAge, openByCategory: byCategory, occupancy, rentByMonth: rentByMonth ?? null };
}
