import { documents as documentList } from "#domains/documents/server/list.ts";
import { collectedThisYear } from "#domains/ledger/server/collected.ts";
import { workOrders } from "#domains/work-orders/server/list.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { DashboardStats } from "../contract.ts";

/** The figures of the dashboard (API-12): each is the total of the list it opens. */
export async function readStatsFor(ctx: SignedInCtx): Promise<DashboardStats> {
  const [openWorkOrders, completedOrders, inProgressOrders, scheduledOrders, documents, rentCollected] =
    await Promise.all([
      workOrders.count(ctx, { status: "open" }),
      workOrders.count(ctx, { status: "completed" }),
      workOrders.count(ctx, { status: "in_progress" }),
      workOrders.count(ctx, { status: "scheduled" }),
      documentList.count(ctx, {}),
      collectedThisYear(ctx),
    ]);
  return { openWorkOrders, completedOrders, inProgressOrders, scheduledOrders, documents, rentCollected };
}
