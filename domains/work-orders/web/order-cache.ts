import type { Query, QueryClient } from "@tanstack/react-query";
import { readCharts, readStats } from "#domains/dashboard/contract.ts";
import { call } from "#web/api-client.ts";
import {
  listWorkOrders,
  readWorkOrder,
  type WorkOrder,
  type WorkOrderRow,
  workOrderRow,
} from "../contract.ts";
import type { BoardColumn } from "../status.ts";
import { type ColumnData, columnOf, rowsOf, withHead, withoutRow, withRow } from "./board-columns.ts";
import type { OrderFilters } from "./order-list.tsx";
import { fetchColumnPage, historyQuery, orderQuery } from "./queries.ts";

/** Moves on their way to the server; while there are any, what the board shows is newer than what the server says. */
export const moveKey = ["move-work-order"];

const isOfLists = ({ queryKey }: Query) => queryKey[0] === listWorkOrders.path && queryKey[1] !== "board";
const isColumn = ({ queryKey }: Query) => queryKey[0] === listWorkOrders.path && queryKey[1] === "board";

export interface ColumnKey extends OrderFilters {
  column: BoardColumn;
}
const columnKeyOf = (query: Query) => query.queryKey[2] as ColumnKey;

const columns = (queryClient: QueryClient) => queryClient.getQueryCache().findAll({ predicate: isColumn });

/**
 * Puts the order as it is now wherever it is shown: rows change in place, cards move to the column of their status. False
 * when a filtered board may or may not show it; only the server knows, and `refreshBoard` asks.
 */
export function placeOrder(queryClient: QueryClient, order: WorkOrderRow | WorkOrder): boolean {
  const row = rowOf(order);
  queryClient.setQueriesData<unknown>({ predicate: isOfLists }, (data: unknown) => withRowInList(data, row));
  if ("may" in order) queryClient.setQueryData(orderQuery(order.id).queryKey, order);

  let isCertain = true;
  const queries = columns(queryClient);
  // Before anything is moved: the column that the card leaves also says which board shows it.
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

/** Two columns of one board carry the same filters. */
const isSameBoard = (a: Query, b: Query) => {
  const { column: _a, ...filtersOfA } = columnKeyOf(a);
  const { column: _b, ...filtersOfB } = columnKeyOf(b);
  return JSON.stringify(filtersOfA) === JSON.stringify(filtersOfB);
};

/** The order is gone, or outside the access scope: no card, no page of it. */
export function removeOrder(queryClient: QueryClient, id: number): void {
  for (const query of columns(queryClient))
    queryClient.setQueryData<ColumnData>(query.queryKey, (data) => data && withoutRow(data, id));
  queryClient.removeQueries({ queryKey: orderQuery(id).queryKey, type: "inactive" });
  queryClient.removeQueries({ queryKey: historyQuery(id).queryKey, type: "inactive" });
}

/** The version of `id` that is on the screen or was; undefined when it was never seen. */
export function knownVersion(queryClient: QueryClient, id: number): number | undefined {
  const versions = columns(queryClient)
    .flatMap((query) => rowsOf(query.state.data as ColumnData))
    .filter((row) => row.id === id)
    .map((row) => row.version);
  const whole = queryClient.getQueryData(orderQuery(id).queryKey)?.version;
  if (whole !== undefined) versions.push(whole);
  return versions.length === 0 ? undefined : Math.max(...versions);
}

export const isBoardShown = (queryClient: QueryClient): boolean =>
  columns(queryClient).some((query) => query.isActive());

/** Whether a card stands in a loaded part of the board. */
export const isCardShown = (queryClient: QueryClient, id: number): boolean =>
  columns(queryClient).some((query) => rowsOf(query.state.data as ColumnData).some((row) => row.id === id));

export const refreshLists = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: isOfLists });

/** The dashboard's figures and its charts. */
export async function refreshStats(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [readStats, readCharts].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })),
  );
}

/** Fetches the first part of every column that is shown; the others are fetched when they are shown again. */
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
    // What is shown stays; the next change or visit asks again.
    await queryClient.invalidateQueries({ queryKey: query.queryKey, refetchType: "none" });
  }
}

/** After a change of one's own (WO-30, WO-42, WO-51, WO-71, SIG-13, DASH-27). */
export async function refreshAfterChange(queryClient: QueryClient, id?: number): Promise<void> {
  const history = id === undefined ? undefined : historyQuery(id).queryKey;
  await Promise.all([
    refreshLists(queryClient),
    refreshBoard(queryClient),
    refreshStats(queryClient),
    history && queryClient.invalidateQueries({ queryKey: history }),
  ]);
}

/** The order as the server has it now; undefined when it is gone. Used when somebody else changed it. */
export const fetchOrder = (id: number): Promise<WorkOrder> => call(readWorkOrder, { params: { id } });

function withRowInList(data: unknown, row: WorkOrderRow): unknown {
  const replaced = (rows: WorkOrderRow[]) => rows.map((other) => (other.id === row.id ? row : other));
  if (Array.isArray(data)) return replaced(data as WorkOrderRow[]);
  if (typeof data === "object" && data !== null && "rows" in data)
    return { ...data, rows: replaced((data as { rows: WorkOrderRow[] }).rows) };
  return data;
}

/** A whole order as the list has it. */
const rowOf = (order: WorkOrderRow): WorkOrderRow => workOrderRow.parse(order);
