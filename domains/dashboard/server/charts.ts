import { countByOccupancy } from "#domains/properties/server/list-occupancy.ts";
import { countOpenOrders } from "#domains/work-orders/server/open-orders.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { grantOf } from "#shared/permissions.ts";
import type { DashboardCharts } from "../contract.ts";

/** The numbers behind the charts, each the length of the list that its bar opens (DASH-29). */
export async function readChartsFor(ctx: SignedInCtx): Promise<DashboardCharts> {
  const mayLet = grantOf(ctx.actor.reach.caller, "units.read") !== "no";
  const [{ byAge, byCategory }, occupancy] = await Promise.all([
    countOpenOrders(ctx),
    mayLet ? countByOccupancy(ctx) : null,
  ]);
  return { openByAge: byAge, openByCategory: byCategory, occupancy };
}
