import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { refetch } from "#web/refetch.ts";
import type { ActivityEntry, WorkOrder, WorkOrderRow } from "../contract.ts";
import { trackResponse } from "./my-versions.ts";
import { historyQuery, workOrderQuery } from "./queries.ts";
import { workOrderKeys } from "./query-keys.ts";

/**
 * Refetches the lists, conflicts, the user's times, and the dashboard's figures (WO-30, WO-42, WO-51, WO-71, SIG-13, DASH-27). `otherKeys` are
 * additional keys from `workOrderKeys`.
 */
export const refetchWorkOrders = (queryClient: QueryClient, ...otherKeys: QueryKey[]): Promise<void> =>
  refetch(
    queryClient,
    workOrderKeys.lists,
    workOrderKeys.conflicts,
    workOrderKeys.myTimes,
    /^\/api\/dashboard\//,
    ...otherKeys,
  );

/** Shows the server's response wherever the work order appears, before the lists are refetched. */
export function showWorkOrder(queryClient: QueryClient, order: WorkOrder | WorkOrderRow): void {
  trackResponse(order);
  if ("can" in order) queryClient.setQueryData(workOrderQuery(order.id).queryKey, order);
  queryClient.setQueriesData<unknown>({ queryKey: workOrderKeys.lists }, (data: unknown) =>
    replaceWorkOrder(data, order),
  );
}

/** Returns a list's data, of any shape, with the work order replaced. */
function replaceWorkOrder(data: unknown, order: WorkOrder | WorkOrderRow): unknown {
  if (Array.isArray(data)) return data.map((item) => replaceWorkOrder(item, order));
  if (typeof data !== "object" || data === null) return data;
  if ("title" in data && "status" in data)
    return "id" in data && data.id === order.id ? { ...data, ...order } : data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, replaceWorkOrder(value, order)]),
  );
}

/** Adds the entry to the log on the screen, before the log is refetched. */
export const showEntry = (queryClient: QueryClient, id: number, entry: ActivityEntry): unknown =>
  queryClient.setQueryData(historyQuery(id).queryKey, (entries = []) =>
    entries.some((other) => other.id === entry.id) ? entries : [entry, ...entries],
  );

/** Removes a work order that was deleted or left the access scope from the cache, unless a page shows it. */
export function removeWorkOrder(queryClient: QueryClient, id: number): void {
  for (const queryKey of [workOrderKeys.workOrder(id), workOrderKeys.history(id)])
    queryClient.removeQueries({ queryKey, type: "inactive" });
}
