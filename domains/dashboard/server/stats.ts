import { sql } from "kysely";
import { documents as documentList } from "#domains/documents/server/search/list.ts";
import { sumCollectedThisYear } from "#domains/ledger/server/reports/sum-collected.ts";
import { workOrderList } from "#domains/work-orders/server/list/list.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { DashboardStats } from "../stats-contract.ts";

/** Returns the dashboard's totals. Each is the length of the list it opens (API-12). */
export async function readStatsFor(ctx: SignedInCtx): Promise<DashboardStats> {
  const [orders, documents, rentCollected] = await Promise.all([
    workOrderList.countBy(ctx, {}, sql`o.board_column`),
    documentList.count(ctx, {}),
    sumCollectedThisYear(ctx),
  ]);
  return {
    openWorkOrders: orders.get("open") ?? 0,
    completedOrders: orders.get("completed") ?? 0,
    inProgressOrders: orders.get("in_progress") ?? 0,
    scheduledOrders: orders.get("scheduled") ?? 0,
    documents,
    rentCollected,
  };
}
