import { infiniteQueryOptions } from "@tanstack/react-query";
import { readMyDay } from "#domains/field-work/my-day-contract.ts";
import { listBuildings, listUnits } from "#domains/properties/choices-contract.ts";
import { fetchRows } from "#web/list/list-queries.ts";
import { endpointQuery } from "#web/query-client.ts";
import {
  listAssignableTeams,
  listAssignees,
  listWorkOrders,
  readHistory,
  readWorkOrder,
} from "../contract.ts";
import { readDeletedWorkOrder, verify } from "../files-contract.ts";
import type { BoardColumn } from "../status.ts";
import { listConflicts } from "../work-contract.ts";
import { type ColumnPage, getBoardColumn } from "./board/board-columns.ts";
import type { BoardFilters } from "./list/work-order-list.tsx";

export const columnPageSize = 50;

/** A column of the board, 50 cards at a time. */
export const columnQuery = (column: BoardColumn, filters: BoardFilters) =>
  infiniteQueryOptions({
    queryKey: [listWorkOrders.path, "board", { ...filters, column }],
    queryFn: ({ pageParam, signal }) => fetchColumnPage({ column, filters, cursor: pageParam, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (last: ColumnPage) => last.nextCursor ?? undefined,
  });

export async function fetchColumnPage({
  column,
  filters,
  cursor,
  signal,
}: {
  column: BoardColumn;
  filters: BoardFilters;
  cursor: number | null;
  signal?: AbortSignal;
}): Promise<ColumnPage> {
  const query = {
    ...filters,
    status: column,
    limit: String(columnPageSize),
    ...(cursor === null ? {} : { cursor: String(cursor) }),
  };
  const { rows: all, total, next } = await fetchRows(listWorkOrders, { query, signal });
  const rows = all.filter((row) => getBoardColumn(row.status) === column);
  return {
    rows,
    total: total ?? rows.length,
    nextCursor: next !== null && "cursor" in next ? Number(next.cursor) : null,
  };
}

export const workOrderQuery = (id: number) => endpointQuery(readWorkOrder, { params: { id } });

export const deletedWorkOrderQuery = (id: number) => endpointQuery(readDeletedWorkOrder, { params: { id } });

export const myDayQuery = endpointQuery(readMyDay, {});

export const conflictsQuery = endpointQuery(listConflicts, {});

/** ACT-01, ACT-02: requested only while the work order is open. */
export const historyQuery = (id: number) => endpointQuery(readHistory, { params: { id } });

export const assigneesQuery = (id: number) => endpointQuery(listAssignees, { params: { id } });

export const teamsQuery = (id: number) => endpointQuery(listAssignableTeams, { params: { id } });

export const verifyQuery = (id: number) => endpointQuery(verify, { params: { id } });

export const buildingsQuery = endpointQuery(listBuildings, {});

export const unitsQuery = (propertyId: number) => endpointQuery(listUnits, { params: { id: propertyId } });
