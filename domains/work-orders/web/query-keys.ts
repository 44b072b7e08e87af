import { buildPath } from "#web/api-client.ts";
import { listWorkOrders, readHistory, readWorkOrder } from "../contract.ts";
import { listSavedViews } from "../views-contract.ts";
import { listConflicts, listMyTimes } from "../work-contract.ts";

/** The keys of all queries about work orders. Invalidating a key also refetches the queries whose keys start with it. */
export const workOrderKeys = {
  /** Every list: tables, board, week, and My Day. */
  lists: [listWorkOrders.path],
  week: [listWorkOrders.path, "week"],
  myDay: [listWorkOrders.path, "my-day"],
  workOrder: (id: number) => [buildPath(readWorkOrder, { id })],
  history: (id: number) => [buildPath(readHistory, { id })],
  conflicts: [listConflicts.path],
  myTimes: [listMyTimes.path],
  views: [listSavedViews.path],
  /** The key of the mutations that move or plan work orders. */
  change: ["change-work-order"],
} as const;
