import type { QueryClient } from "@tanstack/react-query";
import { maxPagedRows } from "#shared/http/paging.ts";
import { listPageQuery } from "#web/list/list-queries.ts";
import { listWorkOrders, type WorkOrderRow } from "../../contract.ts";
import { type BoardColumn, boardColumns } from "../../status.ts";
import { columnPageSize } from "../list/list-query.ts";
import type { BoardFilters } from "../list/work-order-list.tsx";
import type { Move } from "../view/mutations.ts";

/**
 * Returns the column for a status. Urgent is in Open. Cancelled and unknown statuses have no column
 * (requirements, "`in-progress`").
 */
export function getBoardColumn(status: string): BoardColumn | undefined {
  if (status === "urgent") return "open";
  return boardColumns.find((column) => column === status);
}

/** One page of a column. Pages are numbered from 0, and only pages near the visible cards are loaded. */
export const columnPageQuery = (column: BoardColumn, filters: BoardFilters, page: number) => ({
  ...listPageQuery(listWorkOrders, { ...filters, status: column, page: page + 1, pageSize: columnPageSize }),
  // Never shows another page's cards while this page is loading.
  placeholderData: undefined,
});

/** Returns the loaded cards of a column in order, including those scrolled out of sight. */
export const getLoadedCards = (
  queryClient: QueryClient,
  column: BoardColumn,
  filters: BoardFilters,
): WorkOrderRow[] =>
  Array.from({ length: maxPagedRows / columnPageSize }, (_, page) => page).flatMap(
    (page) => queryClient.getQueryData(columnPageQuery(column, filters, page).queryKey)?.rows ?? [],
  );

/** The cards of a column. Cards that aren't loaded are undefined. */
export type Cards = readonly (WorkOrderRow | undefined)[];

export type BoardSort = "newest" | "oldest";

/** Returns a column's cards after the pending moves. */
export function applyMoves(
  cards: Cards,
  moves: readonly Move[],
  { column, sort }: { column: BoardColumn; sort: BoardSort },
): Cards {
  const movedCards = [...cards];
  for (const { row, to } of moves) {
    const index = movedCards.findIndex((card) => card?.id === row.id);
    const isInColumn = getBoardColumn(to) === column;
    if (index !== -1)
      movedCards.splice(index, 1, ...(isInColumn ? [{ ...row, ...movedCards[index], status: to }] : []));
    else if (isInColumn && getBoardColumn(row.status) !== column)
      movedCards.splice(findInsertIndex(movedCards, row.id, sort), 0, { ...row, status: to });
  }
  return movedCards;
}

/** Returns the index at which `id` belongs among the cards, which are sorted newest or oldest first. */
export function findInsertIndex(cards: Cards, id: number, sort: BoardSort): number {
  const next = cards.findIndex((card) => card && (sort === "newest" ? card.id < id : card.id > id));
  return next === -1 ? cards.findLastIndex((card) => card !== undefined) + 1 : next;
}
