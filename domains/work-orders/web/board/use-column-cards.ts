import { useQueries } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { formatTotal, maxPagedRows } from "#shared/http/paging.ts";
import type { WorkOrderRow } from "../../contract.ts";
import type { BoardColumn } from "../../status.ts";
import { columnPageSize } from "../list/list-query.ts";
import type { BoardFilters } from "../list/work-order-list.tsx";
import { usePendingMoves } from "../view/mutations.ts";
import { columnPageQuery, withMoves } from "./board-columns.ts";

/** The range of cards to load. */
export interface CardRange {
  first: number;
  last: number;
}

/** Loads the pages of a column that are on the screen, and applies the pending moves to its cards. */
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
  const loaded = Array.from<WorkOrderRow | undefined>({ length: Math.min(total, maxPagedRows) });
  for (const [at, page] of pages.entries())
    for (const [place, row] of (results[at]?.data?.rows ?? []).entries())
      loaded[page * columnPageSize + place] = row;
  const arrivals = useArrivals(
    new Map(pages.map((page, index) => [page, results[index]?.data?.rows])),
    filters,
    (id) => moves.some(({ row }) => row.id === id),
  );
  const cards = withMoves(loaded, moves, { column, sort: filters.sort ?? "newest" });

  const load = useCallback((range: CardRange) => {
    const next = {
      first: Math.floor(range.first / columnPageSize),
      last: Math.floor(range.last / columnPageSize),
    };
    setPages((before) => (before.first === next.first && before.last === next.last ? before : next));
  }, []);
  return {
    query: firstPage,
    cards,
    total: formatTotal(total + cards.length - loaded.length),
    /** Whether the column has more cards than page numbers reach. */
    isTruncated: total > maxPagedRows,
    load,
    /** Cards that someone else just put into the column. */
    arrivals,
    /** Whether a card is on its way, and its neighbors make room. */
    isMoving: moves.length > 0,
  };
}

const arrivalMs = 1_200;
const none: ReadonlySet<number> = new Set();
type Pages = ReadonlyMap<number, readonly WorkOrderRow[] | undefined>;

/** The ids that refetching brought into pages that were already loaded, except for the user's own moves. */
function useArrivals(pages: Pages, filters: BoardFilters, isMine: (id: number) => boolean) {
  const [arrivals, setArrivals] = useState(none);
  const before = useRef<{ filters: BoardFilters; pages: Pages }>({ filters, pages });
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- sets state only after pages were refetched
  useEffect(() => {
    const { filters: oldFilters, pages: oldPages } = before.current;
    before.current = { filters, pages: new Map([...(filters === oldFilters ? oldPages : []), ...pages]) };
    if (filters !== oldFilters) return;
    const arrived = [...pages].flatMap(([page, rows]) => {
      const oldRows = oldPages.get(page);
      if (rows === undefined || oldRows === undefined || rows === oldRows) return [];
      const known = new Set([...oldPages.values()].flatMap((some) => some?.map(({ id }) => id) ?? []));
      // Rows at the end moved up from the next page.
      const end = rows.findLastIndex(({ id }) => known.has(id)) + 1 || rows.length;
      return rows.slice(0, end).filter(({ id }) => !known.has(id) && !isMine(id));
    });
    if (arrived.length > 0) setArrivals(new Set(arrived.map(({ id }) => id)));
  });
  useEffect(() => {
    if (arrivals === none) return;
    const timer = setTimeout(() => setArrivals(none), arrivalMs);
    return () => clearTimeout(timer);
  }, [arrivals]);
  return arrivals;
}
