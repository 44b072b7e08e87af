import { useInfiniteQuery } from "@tanstack/react-query";
import { SelectedWorkOrders } from "../list/selected-work-orders.tsx";
import type { BoardFilters } from "../list/work-order-list.tsx";
import { columnQuery } from "../queries.ts";
import { getRows } from "./board-columns.ts";

interface SelectedCardsProps {
  ids: ReadonlySet<number>;
  clear: () => void;
  filters: BoardFilters;
}

/** Bulk actions for the selected cards among the loaded cards, with their current data. */
export function SelectedCards({ ids, clear, filters }: SelectedCardsProps) {
  const columns = [
    useInfiniteQuery(columnQuery("open", filters)),
    useInfiniteQuery(columnQuery("in_progress", filters)),
    useInfiniteQuery(columnQuery("scheduled", filters)),
    useInfiniteQuery(columnQuery("completed", filters)),
  ];
  const rows = columns.flatMap(({ data }) => getRows(data)).filter(({ id }) => ids.has(id));
  return <SelectedWorkOrders selection={{ rows, clear }} sort={filters.sort} />;
}
