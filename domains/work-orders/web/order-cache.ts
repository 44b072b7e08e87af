import type { Query, QueryClient } from "@tanstack/react-query";
import { call } from "#web/api-client.ts";
import {
  listWorkOrders,
  readWorkOrder,
  type WorkOrder,
  type WorkOrderRow,
  workOrderRow,
} from "../contract.ts";
import { type MyDay, type OrderOfMyDay, readMyDay } from "../my-day-contract.ts";
import type { BoardColumn } from "../status.ts";
import { readWeek, type Week } from "../week-contract.ts";
import { type ColumnData, columnOf, rowsOf, withHead, withoutRow, withRow } from "./board/board-columns.ts";
import type { BoardFilters } from "./list/order-list.tsx";
import { fetchColumnPage, historyQuery, myDayQuery, orderQuery } from "./queries.ts";
import { type PartsToPlan, withOrder, withOrderToPlan } from "./week/week-rows.ts";

/** Pending moves. While there are any, the board is newer than the server's responses. */
export const moveKey = ["move-work-order"];

const isOfMyDay = ({ queryKey }: Query) => queryKey[0] === readMyDay.path;
const isOfLists = ({ queryKey }: Query) => queryKey[0] === listWorkOrders.path && queryKey[1] !== "board";
const isOfWeek = ({ queryKey }: Query) =>
  queryKey[0] === readWeek.path ||
  (queryKey[0] === listWorkOrders.path && (queryKey[2] as ToPlan | undefined)?.planned === "to-plan");
const isColumn = ({ queryKey }: Query) => queryKey[0] === listWorkOrders.path && queryKey[1] === "board";

/** Pending plans of cards of the week. */
export const planKey = ["plan-work-order"];

export interface ColumnKey extends BoardFilters {
  column: BoardColumn;
}
const columnKeyOf = (query: Query) => query.queryKey[2] as ColumnKey;

const columns = (queryClient: QueryClient) => queryClient.getQueryCache().findAll({ predicate: isColumn });

/**
 * Updates the order in every cached query: rows change in place, cards move to the column of their status. Returns false
 * when only the server can tell whether a filtered board contains the order; the caller then calls `refreshBoard`.
 */
export function placeOrder(queryClient: QueryClient, order: WorkOrderRow | WorkOrder): boolean {
  const row = rowOf(order);
  queryClient.setQueriesData<unknown>({ predicate: isOfLists }, (data: unknown) => withRowInList(data, row));
  queryClient.setQueryData(myDayQuery.queryKey, (day) => day && withOrderInDay(day, order));
  if ("may" in order) queryClient.setQueryData(orderQuery(order.id).queryKey, order);
  placeInWeeks(queryClient, row);

  let isCertain = true;
  const queries = columns(queryClient);
  // Read before any card is moved: the column that a card leaves identifies its board.
  const shownIn = queries.filter(({ state }) =>
    rowsOf(state.data as ColumnData).some(({ id }) => id === row.id),
  );
  for (const query of queries) {
    const { column, sort, ...filters } = columnKeyOf(query);
    const isOnBoard = shownIn.some((other) => isSameBoard(other, query));
    const belongs = columnOf(row.status) === column;
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

/** The card moves to its place in every loaded week, and into or out of what is to be planned. */
function placeInWeeks(queryClient: QueryClient, row: WorkOrderRow): void {
  for (const query of queryClient.getQueryCache().findAll({ predicate: isOfWeek })) {
    if (query.queryKey[0] === readWeek.path)
      queryClient.setQueryData<Week>(query.queryKey, (data) => data && withOrder(data, row));
    else {
      const { propertyId, q } = query.queryKey[2] as ToPlan;
      const mayBelong = q === undefined && (propertyId ?? String(row.propertyId)) === String(row.propertyId);
      queryClient.setQueryData<PartsToPlan>(
        query.queryKey,
        (data) => data && withOrderToPlan(data, row, mayBelong),
      );
    }
  }
}

/** Columns of the same board have the same filters. */
const isSameBoard = (a: Query, b: Query) => {
  const { column: _a, ...filtersOfA } = columnKeyOf(a);
  const { column: _b, ...filtersOfB } = columnKeyOf(b);
  return JSON.stringify(filtersOfA) === JSON.stringify(filtersOfB);
};

/** The order was deleted or is outside the access scope: removes its card and its detail query. */
export function removeOrder(queryClient: QueryClient, id: number): void {
  for (const query of columns(queryClient))
    queryClient.setQueryData<ColumnData>(query.queryKey, (data) => data && withoutRow(data, id));
  queryClient.setQueryData(myDayQuery.queryKey, (day) => day && withoutOrderInDay(day, id));
  void refreshWeek(queryClient);
  queryClient.removeQueries({ queryKey: orderQuery(id).queryKey, type: "inactive" });
  queryClient.removeQueries({ queryKey: historyQuery(id).queryKey, type: "inactive" });
}

/** The newest known version of `id`; undefined when it was never loaded. */
export function knownVersion(queryClient: QueryClient, id: number): number | undefined {
  const weeks = queryClient.getQueriesData<Week>({ queryKey: [readWeek.path] });
  const versions = columns(queryClient)
    .flatMap((query) => rowsOf(query.state.data as ColumnData))
    .concat(weeks.flatMap(([, data]) => data?.orders ?? []))
    .filter((row) => row.id === id)
    .map((row) => row.version);
  const whole = queryClient.getQueryData(orderQuery(id).queryKey)?.version;
  if (whole !== undefined) versions.push(whole);
  return versions.length === 0 ? undefined : Math.max(...versions);
}

export const isBoardShown = (queryClient: QueryClient): boolean =>
  columns(queryClient).some((query) => query.isActive());

/** Whether a card is in a loaded page of the board. */
export const isCardShown = (queryClient: QueryClient, id: number): boolean =>
  columns(queryClient).some((query) => rowsOf(query.state.data as ColumnData).some((row) => row.id === id));

/** While cards of the week are on their way, the week is newer than the server's responses; the last one refreshes it. */
export const refreshLists = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: (query) =>
      isOfWeek(query)
        ? queryClient.isMutating({ mutationKey: planKey }) === 0
        : isOfLists(query) || isOfMyDay(query),
  });

export const refreshWeek = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: isOfWeek });

/** So that no response of before a move takes the card back. */
export const holdWeek = (queryClient: QueryClient): Promise<void> =>
  queryClient.cancelQueries({ predicate: isOfWeek });

/** Refetches the dashboard's figures, charts and tasks. */
export const refreshStats = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/api/dashboard/"),
  });

/** Refetches the first page of every visible column; the others are refetched when they are next shown. */
export async function refreshBoard(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({ predicate: isColumn, type: "inactive" });
  await Promise.all(columns(queryClient).map((query) => refreshHead(queryClient, query)));
}

async function refreshHead(queryClient: QueryClient, query: Query): Promise<void> {
  if (query.state.data === undefined) return queryClient.invalidateQueries({ queryKey: query.queryKey });
  const { column, ...filters } = columnKeyOf(query);
  try {
    const head = await fetchColumnPage({ column, filters, cursor: null });
    if (queryClient.isMutating({ mutationKey: moveKey }) > 0) return;
    queryClient.setQueryData<ColumnData>(
      query.queryKey,
      (data) => data && withHead(data, head, filters.sort ?? "newest"),
    );
  } catch {
    // The data stays on the screen and is refetched at the next change or visit.
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

/** The present order from the server, after somebody else changed it; undefined when it was deleted. */
export const fetchOrder = (id: number): Promise<WorkOrder> => call(readWorkOrder, { params: { id } });

function withRowInList(data: unknown, row: WorkOrderRow): unknown {
  const replaced = (rows: WorkOrderRow[]) => rows.map((other) => (other.id === row.id ? row : other));
  if (Array.isArray(data)) return replaced(data as WorkOrderRow[]);
  if (typeof data === "object" && data !== null && "rows" in data)
    return { ...data, rows: replaced((data as { rows: WorkOrderRow[] }).rows) };
  return data;
}

function withOrderInDay(day: MyDay, order: WorkOrderRow | WorkOrder): MyDay {
  const replaced = (orders: OrderOfMyDay[]) =>
    orders.map((of) => (of.order.id === order.id ? { ...of, order: { ...of.order, ...order } } : of));
  return { ...day, own: replaced(day.own), unassigned: replaced(day.unassigned) };
}

function withoutOrderInDay(day: MyDay, id: number): MyDay {
  const others = (orders: OrderOfMyDay[]) => orders.filter(({ order }) => order.id !== id);
  return { ...day, own: others(day.own), unassigned: others(day.unassigned) };
}

/** The list row of a full order. */
const rowOf = (order: WorkOrderRow): WorkOrderRow => workOrderRow.parse(order);
