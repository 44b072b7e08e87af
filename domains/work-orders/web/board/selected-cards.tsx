import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { boardColumns } from "../../status.ts";
import { SelectedWorkOrders } from "../list/selected-work-orders.tsx";
import type { BoardFilters } from "../list/work-order-list.tsx";
import { workOrderKeys } from "../query-keys.ts";
import { getLoadedCards } from "./board-columns.ts";

interface SelectedCardsProps {
  ids: ReadonlySet<number>;
  onClear: () => void;
  filters: BoardFilters;
}

/** Bulk actions for the selected cards among the loaded cards, with their current data. */
export function SelectedCards({ ids, onClear, filters }: SelectedCardsProps) {
  const queryClient = useQueryClient();
  // Rerenders after each request.
  useIsFetching({ queryKey: workOrderKeys.lists });
  const selectedCards = boardColumns
    .flatMap((column) => getLoadedCards(queryClient, column, filters))
    .filter(({ id }) => ids.has(id));
  // A card that just moved can be in two pages.
  const rows = [...new Map(selectedCards.map((row) => [row.id, row])).values()];
  return <SelectedWorkOrders selection={{ rows, clear: onClear }} sort={filters.sort} position="bottom" />;
}
