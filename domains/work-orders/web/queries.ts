import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listBuildings, listUnits } from "#domains/properties/choices-contract.ts";
import { callForResponse } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import {
  listAssignees,
  listWorkOrders,
  readHistory,
  readWorkOrder,
  verify,
  type WorkOrderRow,
} from "../contract.ts";
import type { BoardColumn } from "../status.ts";
import { type ColumnPage, columnOf } from "./board-columns.ts";
import type { Filters } from "./filters.ts";

export const columnPageSize = 50;

export interface ListPage {
  rows: WorkOrderRow[];
  total: number | { words: string; hasNext: boolean };
}

interface Part extends Filters {
  page: number;
  pageSize: number;
}

/** One page of the table (WO-08). An answer without X-Total-Count is the whole list, and is paged here. */
export const listPageQuery = (part: Part) =>
  queryOptions({
    queryKey: [listWorkOrders.path, "page", part],
    queryFn: async ({ signal }): Promise<ListPage> => {
      const { page, pageSize, ...filters } = part;
      const query = { ...filters, page: String(page), pageSize: String(pageSize) };
      const { answer, headers } = await callForResponse(listWorkOrders, { query, signal });
      const total = headers.get("X-Total-Count");
      if (total === null) {
        const first = (page - 1) * pageSize;
        return { rows: answer.slice(first, first + pageSize), total: answer.length };
      }
      if (/^\d+$/.test(total)) return { rows: answer, total: Number(total) };
      return { rows: answer, total: { words: total, hasNext: nextOf(headers) !== undefined } };
    },
    placeholderData: keepPreviousData,
  });

/** A column of the board, 50 cards at a time. */
export const columnQuery = (column: BoardColumn, filters: Filters) =>
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
  filters: Filters;
  cursor: number | null;
  signal?: AbortSignal;
}): Promise<ColumnPage> {
  const { answer, headers } = await callForResponse(listWorkOrders, {
    query: {
      ...filters,
      status: column,
      limit: String(columnPageSize),
      ...(cursor === null ? {} : { cursor: String(cursor) }),
    },
    signal,
  });
  const rows = answer.filter((row) => columnOf(row.status) === column);
  const total = headers.get("X-Total-Count");
  const next = Number(nextOf(headers)?.get("cursor"));
  return {
    rows,
    total: total === null ? rows.length : Number(total.replace(/\D/g, "")),
    nextCursor: Number.isSafeInteger(next) && next > 0 ? next : null,
  };
}

/** The query of the address in `Link: <...>; rel="next"`. */
function nextOf(headers: Headers): URLSearchParams | undefined {
  const address = /<([^>]+)>\s*;\s*rel="?next"?/.exec(headers.get("Link") ?? "")?.[1];
  return address === undefined ? undefined : new URL(address, "http://localhost").searchParams;
}

export const orderQuery = (id: number) => endpointQuery(readWorkOrder, { params: { id } });

/** ACT-01, ACT-02: only for an order that is open. */
export const historyQuery = (id: number) => endpointQuery(readHistory, { params: { id } });

export const assigneesQuery = (id: number) => endpointQuery(listAssignees, { params: { id } });

export const verifyQuery = (id: number) => endpointQuery(verify, { params: { id } });

export const buildingsQuery = endpointQuery(listBuildings, {});

export const unitsQuery = (propertyId: number) => endpointQuery(listUnits, { params: { id: propertyId } });
