import type { Query, QueryClient } from "@tanstack/react-query";
import { type MyDay, type MyDayWorkOrder, readMyDay } from "#domains/field-work/my-day-contract.ts";
import { call } from "#web/api-client.ts";
import {
  listWorkOrders,
  readWorkOrder,
  type WorkOrder,
  type WorkOrderRow,
  workOrderRow,
} from "../contract.ts";
import type { BoardColumn } from "../status.ts";
import { readWeek, type Week } from "../week-contract.ts";
import {
  type ColumnData,
  getBoardColumn,
  getRows,
  withHead,
  withoutRow,
  withRow,
} from "./board/board-columns.ts";
import type { BoardFilters } from "./list/work-order-list.tsx";
import { fetchColumnPage, historyQuery, myDayQuery, workOrderQuery } from "./queries.ts";
import { type UnplannedParts, withUnplannedWorkOrder, withWorkOrder } from "./week/week-rows.ts";

/** Key of pending moves. While there are any, the board is newer than the server's responses. */
export const moveKey = ["move-work-order"];

const isMyDayQuery = ({ queryKey }: Query) => queryKey[0] === readMyDay.path;
const isListQuery = ({ queryKey }: Query) => queryKey[0] === listWorkOrders.path && queryKey[1] !== "board";
const isWeekQuery = ({ queryKey }: Query) =>
  queryKey[0] === readWeek.path ||
  (queryKey[0] === listWorkOrders.path && (queryKey[2] as ToPlan | undefined)?.planned === "to-plan");
const isColumnQuery = ({ queryKey }: Query) => queryKey[0] === listWorkOrders.path && queryKey[1] === "board";

/** Key of pending plan changes in the week. */
export const planKey = ["plan-work-order"];

export interface ColumnKey extends BoardFilters {
  column: BoardColumn;
}
const getColumnKey = (query: Query) => query.queryKey[2] as ColumnKey;

const columns = (queryClient: QueryClient) =>
  queryClient.getQueryCache().findAll({ predicate: isColumnQuery });

/**
 * Updates the work order in every cached query: rows change in place, and cards move to the column for their
 * status. Returns false when only the server can tell whether a filtered board contains the work order. The
 * caller then calls `refreshBoard`.
 */
export function cacheWorkOrder(queryClient: QueryClient, order: WorkOrderRow | WorkOrder): boolean {
  const row = toRow(order);
  queryClient.setQueriesData<unknown>({ predicate: isListQuery }, (data: unknown) =>
    withRowInList(data, row),
  );
  queryClient.setQueryData(myDayQuery.queryKey, (day) => day && withOrderInDay(day, order));
  if ("can" in order) queryClient.setQueryData(workOrderQuery(order.id).queryKey, order);
  placeInWeeks(queryClient, row);

  let isCertain = true;
  const queries = columns(queryClient);
  // Read before any card moves, because the column that a card leaves identifies its board.
  const affectedColumns = queries.filter(({ state }) =>
    getRows(state.data as ColumnData).some(({ id }) => id === row.id),
  );
  for (const query of queries) {
    const { column, sort, ...filters } = getColumnKey(query);
    const isOnBoard = affectedColumns.some((other) => isSameBoard(other, query));
    const belongs = getBoardColumn(row.status) === column;
    if (!isOnBoard && Object.values(filters).some((value) => value !== undefined)) isCertain = false;
    else
      queryClient.setQueryData<ColumnData>(query.queryKey, (data) => {
        if (data === undefined) return undefined;
        return belongs ? withRow(data, row, sort ?? "newest") : withoutRow(data, row.id);
      });
  }
  return isCertain;
}

interface ToPlan {
  planned?: string;
  propertyId?: string;
  q?: string;
}

/** Moves the card to its place in every loaded week, and into or out of the unplanned list. */
function placeInWeeks(queryClient: QueryClient, row: WorkOrderRow): void {
  for (const query of queryClient.getQueryCache().findAll({ predicate: isWeekQuery })) {
    if (query.queryKey[0] === readWeek.path)
      queryClient.setQueryData<Week>(query.queryKey, (data) => data && withWorkOrder(data, row));
    else {
      const { propertyId, q } = query.queryKey[2] as ToPlan;
      const canBelong = q === undefined && (propertyId ?? String(row.propertyId)) === String(row.propertyId);
      queryClient.setQueryData<UnplannedParts>(
        query.queryKey,
        (data) => data && withUnplannedWorkOrder(data, row, canBelong),
      );
    }
  }
}

/** Columns of the same board have the same filters. */
const isSameBoard = (a: Query, b: Query) => {
  const { column: _a, ...filtersOfA } = getColumnKey(a);
  const { column: _b, ...filtersOfB } = getColumnKey(b);
  return JSON.stringify(filtersOfA) === JSON.stringify(filtersOfB);
};

/** Removes a work order's card and detail query after it was deleted or left the access scope. */
export function removeCachedWorkOrder(queryClient: QueryClient, id: number): void {
  for (const query of columns(queryClient))
    queryClient.setQueryData<ColumnData>(query.queryKey, (data) => data && withoutRow(data, id));
  queryClient.setQueryData(myDayQuery.queryKey, (day) => day && withoutOrderInDay(day, id));
  void refreshWeek(queryClient);
  queryClient.removeQueries({ queryKey: workOrderQuery(id).queryKey, type: "inactive" });
  queryClient.removeQueries({ queryKey: historyQuery(id).queryKey, type: "inactive" });
}

/** Returns the newest known version of `id`, or undefined if it was never loaded. */
export function getKnownVersion(queryClient: QueryClient, id: number): number | undefined {
  const weeks = queryClient.getQueriesData<Week>({ queryKey: [readWeek.path] });
  const versions = columns(queryClient)
    .flatMap((query) => getRows(query.state.data as ColumnData))
    .concat(weeks.flatMap(([, data]) => data?.orders ?? []))
    .filter((row) => row.id === id)
    .map((row) => row.version);
  const detailVersion = queryClient.getQueryData(workOrderQuery(id).queryKey)?.version;
  if (detailVersion !== undefined) versions.push(detailVersion);
  return versions.length === 0 ? undefined : Math.max(...versions);
}

export const isBoardVisible = (queryClient: QueryClient): boolean =>
  columns(queryClient).some((query) => query.isActive());

/** Whether a card is in a loaded page of the board. */
export const isCardVisible = (queryClient: QueryClient, id: number): boolean =>
  columns(queryClient).some((query) => getRows(query.state.data as ColumnData).some((row) => row.id === id));

/**
 * While plan changes are being sent, the week is newer than the server's responses. The last change refreshes
 * it.
 */
export const refreshLists = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: (query) =>
      isWeekQuery(query)
        ? queryClient.isMutating({ mutationKey: planKey }) === 0
        : isListQuery(query) || isMyDayQuery(query),
  });

export const refreshWeek = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: isWeekQuery });

/** Cancels week requests, so that a response from before a move doesn't move the card back. */
export const cancelWeekQueries = (queryClient: QueryClient): Promise<void> =>
  queryClient.cancelQueries({ predicate: isWeekQuery });

/** Refetches the dashboard's figures, charts, and tasks. */
export const refreshStats = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/api/dashboard/"),
  });

/** Refetches the first page of every visible column. The others are refetched when they are next shown. */
export async function refreshBoard(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({ predicate: isColumnQuery, type: "inactive" });
  await Promise.all(columns(queryClient).map((query) => refreshHead(queryClient, query)));
}

async function refreshHead(queryClient: QueryClient, query: Query): Promise<void> {
  if (query.state.data === undefined) return queryClient.invalidateQueries({ queryKey: query.queryKey });
  const { column, ...filters } = getColumnKey(query);
  try {
    const head = await fetchColumnPage({ column, filters, cursor: null });
    if (queryClient.isMutating({ mutationKey: moveKey }) > 0) return;
    queryClient.setQueryData<ColumnData>(
      query.queryKey,
      (data) => data && withHead(data, head, filters.sort ?? "newest"),
    );
  } catch {
    // The data stays on the screen and is refetched after the next change or visit.
    await queryClient.invalidateQueries({ queryKey: query.queryKey, refetchType: "none" });
  }
}

/** Refetches after the user's own change (WO-30, WO-42, WO-51, WO-71, SIG-13, DASH-27). */
export async function refreshAfterChange(queryClient: QueryClient, id?: number): Promise<void> {
  const history = id === undefined ? undefined : historyQuery(id).queryKey;
  await Promise.all([
    refreshLists(queryClient),
    refreshBoard(queryClient),
    refreshStats(queryClient),
    history && queryClient.invalidateQueries({ queryKey: history }),
  ]);
}

/** Fetches the current work order after someone else changed it. */
export const fetchWorkOrder = (id: number): Promise<WorkOrder> => call(readWorkOrder, { params: { id } });

function withRowInList(data: unknown, row: WorkOrderRow): unknown {
  const replaced = (rows: WorkOrderRow[]) => rows.map((other) => (other.id === row.id ? row : other));
  if (Array.isArray(data)) return replaced(data as WorkOrderRow[]);
  if (typeof data === "object" && data !== null && "rows" in data)
    return { ...data, rows: replaced((data as { rows: WorkOrderRow[] }).rows) };
  return data;
}

function withOrderInDay(day: MyDay, order: WorkOrderRow | WorkOrder): MyDay {
  const replaced = (orders: MyDayWorkOrder[]) =>
    orders.map((item) =>
      item.order.id === order.id ? { ...item, order: { ...item.order, ...order } } : item,
    );
  return { ...day, assigned: replaced(day.assigned), unassigned: replaced(day.unassigned) };
}

function withoutOrderInDay(day: MyDay, id: number): MyDay {
  const others = (orders: MyDayWorkOrder[]) => orders.filter(({ order }) => order.id !== id);
  return { ...day, assigned: others(day.assigned), unassigned: others(day.unassigned) };
}

/** Converts a full work order to its list row. */
const toRow = (order: WorkOrderRow): WorkOrderRow => workOrderRow.parse(order);
