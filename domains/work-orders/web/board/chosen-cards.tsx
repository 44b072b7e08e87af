import { useInfiniteQuery } from "@tanstack/react-query";
import { ChosenOrders } from "../list/chosen-orders.tsx";
import type { BoardFilters } from "../list/order-list.tsx";
import { columnQuery } from "../queries.ts";
import { rowsOf } from "./board-columns.ts";

interface ChosenCardsProps {
  ids: ReadonlySet<number>;
  clear: () => void;
  filters: BoardFilters;
}

/** What can be done with the chosen cards, as they are now: those in the loaded parts of the columns. */
export function ChosenCards({ ids, clear, filters }: ChosenCardsProps) {
  const columns = [
    useInfiniteQuery(columnQuery("open", filters)),
    useInfiniteQuery(columnQuery("in_progress", filters)),
    useInfiniteQuery(columnQuery("scheduled", filters)),
    useInfiniteQuery(columnQuery("completed", filters)),
  ];
  const rows = columns.flatMap(({ data }) => rowsOf(data)).filter(({ id }) => ids.has(id));
  return <ChosenOrders chosen={{ rows, clear }} sort={filters.sort} />;
}
