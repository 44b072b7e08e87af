import { type BoardColumn, boardColumns } from "#domains/work-orders/status.ts";
import type { DashboardStats } from "../contract.ts";

export interface Figures {
  /** Orders in each of `boardColumns`. */
  columns: readonly number[];
  documents: number;
  rentCollected: number | null;
}

/** The figures of the dashboard (API-12): the same sums and counts the lists behind them show. */
export function statsOf({ columns, documents, rentCollected }: Figures): DashboardStats {
  const of = (column: BoardColumn) => columns[boardColumns.indexOf(column)] ?? 0;
  return {
    openWorkOrders: of("open"),
    completedOrders: of("completed"),
    inProgressOrders: of("in_progress"),
    scheduledOrders: of("scheduled"),
    documents,
    rentCollected,
  };
}
