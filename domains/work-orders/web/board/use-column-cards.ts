import { useQueries } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { formatTotal, pagedRowsMax } from "#shared/http/paging.ts";
import type { WorkOrderRow } from "../../contract.ts";
import type { BoardColumn } from "../../status.ts";
import type { BoardFilters } from "../list/work-order-list.tsx";
import { usePendingMoves } from "../view/mutations.ts";
import { columnPageQuery, columnPageSize, withMoves } from "./board-columns.ts";

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
    ...Array.from({ length: last - first + 1 }, (_, at) => first + at).filter((page) => page > 0),
  ];
  const results = useQueries({ queries: pages.map((page) => columnPageQuery(column, filters, page)) });
  const firstPage = results[0];

  const total = firstPage?.data?.total ?? 0;
  const loaded = Array.from<WorkOrderRow | undefined>({ length: Math.min(total, pagedRowsMax) });
  for (const [at, page] of pages.entries())
    for (const [place, row] of (results[at]?.data?.rows ?? []).entries())
      loaded[page * columnPageSize + place] = row;
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
    isTruncated: total > pagedRowsMax,
    load,
  };
}
