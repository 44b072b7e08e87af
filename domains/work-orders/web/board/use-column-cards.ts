import { useQueries } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { formatTotal, maxPagedRows } from "#shared/http/paging.ts";
import type { WorkOrderRow } from "../../contract.ts";
import type { BoardColumn } from "../../status.ts";
import { columnPageSize } from "../list/list-query.ts";
import type { BoardFilters } from "../list/work-order-list.tsx";
import { usePendingMoves } from "../view/mutations.ts";
import { applyMoves, columnPageQuery } from "./board-columns.ts";

/** The first and last index to load. */
export interface CardRange {
  first: number;
  last: number;
}

/** Loads a column's visible pages, and applies pending moves to its cards. */
export function useColumnCards(column: BoardColumn, filters: BoardFilters) {
  const [{ first, last }, setPages] = useState<CardRange>({ first: 0, last: 0 });
  const moves = usePendingMoves();
  // The first page also has the total.
  const pages = [
    0,
    ...Array.from({ length: last - first + 1 }, (_, index) => first + index).filter((page) => page > 0),
  ];
  const results = useQueries({ queries: pages.map((page) => columnPageQuery(column, filters, page)) });
  const firstPage = results[0];

  const total = firstPage?.data?.total ?? 0;
  const loadedCards = Array.from<WorkOrderRow | undefined>({ length: Math.min(total, maxPagedRows) });
  for (const [index, page] of pages.entries())
    for (const [offset, row] of (results[index]?.data?.rows ?? []).entries())
      loadedCards[page * columnPageSize + offset] = row;
  const arrivals = useArrivals(
    new Map(pages.map((page, index) => [page, results[index]?.data?.rows])),
    filters,
    (id) => moves.some(({ row }) => row.id === id),
  );
  const cards = applyMoves(loadedCards, moves, { column, sort: filters.sort ?? "newest" });

  const load = useCallback((range: CardRange) => {
    const next = {
      first: Math.floor(range.first / columnPageSize),
      last: Math.floor(range.last / columnPageSize),
    };
    setPages((current) => (current.first === next.first && current.last === next.last ? current : next));
  }, []);
  return {
    query: firstPage,
    cards,
    total: formatTotal(total + cards.length - loadedCards.length),
    /** Whether the column has more cards than can be loaded. */
    isTruncated: total > maxPagedRows,
    load,
    /** The ids of cards that someone else just moved to the column. */
    arrivals,
    /** Whether a move is pending, so that cards make room. */
    isMoving: moves.length > 0,
  };
}

const arrivalMs = 1_200;
const noArrivals: ReadonlySet<number> = new Set();
type Pages = ReadonlyMap<number, readonly WorkOrderRow[] | undefined>;

/** The ids of cards that a refetch added to pages already loaded, except for the user's own moves. */
function useArrivals(pages: Pages, filters: BoardFilters, isMyMove: (id: number) => boolean) {
  const [arrivals, setArrivals] = useState(noArrivals);
  const previousRef = useRef<{ filters: BoardFilters; pages: Pages }>({ filters, pages });
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- sets state only after pages were refetched
  useEffect(() => {
    const { filters: oldFilters, pages: oldPages } = previousRef.current;
    previousRef.current = {
      filters,
      pages: new Map([...(filters === oldFilters ? oldPages : []), ...pages]),
    };
    if (filters !== oldFilters) return;
    const arrivedRows = [...pages].flatMap(([page, rows]) => {
      const oldRows = oldPages.get(page);
      if (rows === undefined || oldRows === undefined || rows === oldRows) return [];
      const knownIds = new Set(
        [...oldPages.values()].flatMap((oldPage) => oldPage?.map(({ id }) => id) ?? []),
      );
      // Unknown rows at the end only moved up from the next page.
      const endIndex = rows.findLastIndex(({ id }) => knownIds.has(id)) + 1 || rows.length;
      return rows.slice(0, endIndex).filter(({ id }) => !knownIds.has(id) && !isMyMove(id));
    });
    if (arrivedRows.length > 0) setArrivals(new Set(arrivedRows.map(({ id }) => id)));
  });
  useEffect(() => {
    if (arrivals === noArrivals) return;
    const timer = setTimeout(() => setArrivals(noArrivals), arrivalMs);
    return () => clearTimeout(timer);
  }, [arrivals]);
  return arrivals;
}
