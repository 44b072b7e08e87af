import { countByColumn } from "#domains/work-orders/server/totals.ts";
import type { BoardColumn } from "#domains/work-orders/status.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { DashboardStats } from "../contract.ts";

/** The figures of the dashboard (API-12): the same counts the lists behind them show. */
export async function readStatsFor(ctx: SignedInCtx): Promise<DashboardStats> {
  const counts = await countByColumn(ctx);
  const of = (column: BoardColumn) => counts.get(column) ?? 0;
  return {
    openWorkOrders: of("open"),
    completedOrders: of("completed"),
    inProgressOrders: of("in_progress"),
    scheduledOrders: of("scheduled"),
    documents: null,
    rentCollected: null,
  };
}
