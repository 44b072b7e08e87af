import { type BoardColumn, boardColumns } from "#domains/work-orders/status.ts";
import type { DashboardStats } from "../contract.ts";

/** The figures of the dashboard (API-12) from those of the board's columns: the same counts the lists behind them show. */
export function statsOf(columns: readonly number[]): DashboardStats {
  const of = (column: BoardColumn) => columns[boardColumns.indexOf(column)] ?? 0;
  return {
    openWorkOrders: of("open"),
    completedOrders: of("completed"),
    inProgressOrders: of("in_progress"),
    scheduledOrders: of("scheduled"),
    documents: null,
    rentCollected: null,
  };
}
