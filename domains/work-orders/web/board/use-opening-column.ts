import { useQueries } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { boardColumns } from "../../status.ts";
import type { BoardFilters } from "../list/work-order-list.tsx";
import { columnPageQuery } from "./board-columns.ts";

interface OpeningColumn {
  filters: BoardFilters;
  isPhone: boolean;
  show: (index: number) => void;
}

/**
 * On a phone, which shows one column at a time, opens the first column that has work orders, including after
 * a filter changes. Returns a function that stops this, for when the user chooses a column.
 */
export function useOpeningColumn({ filters, isPhone, show }: OpeningColumn): () => void {
  const firstIndex = useQueries({
    queries: boardColumns.map((column) => ({ ...columnPageQuery(column, filters, 0), enabled: isPhone })),
    combine: (results) =>
      results.every(({ data }) => data !== undefined)
        ? results.findIndex(({ data }) => data !== undefined && data.total > 0)
        : undefined,
  });
  const isChosen = useRef(false);
  const openedFilters = useRef<BoardFilters>(undefined);
  useEffect(() => {
    if (!isPhone || isChosen.current || firstIndex === undefined || openedFilters.current === filters) return;
    openedFilters.current = filters;
    show(Math.max(0, firstIndex));
  }, [isPhone, firstIndex, filters, show]);
  return () => {
    isChosen.current = true;
  };
}
