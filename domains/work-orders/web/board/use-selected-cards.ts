import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { WorkOrderRow } from "../../contract.ts";
import type { BoardFilters } from "../list/work-order-list.tsx";
import { getBoardColumn, getLoadedCards } from "./board-columns.ts";

/** Selects or deselects a card, or selects the range from the previously selected card in the same column. */
export type SelectCard = (row: WorkOrderRow, options: { isRange: boolean }) => void;

/** The ids of the selected cards. Undefined until a card is first selected. */
export function useSelectedCards(filters: BoardFilters) {
  const queryClient = useQueryClient();
  const [ids, setIds] = useState<ReadonlySet<number>>();
  const lastSelectedId = useRef<number>(undefined);
  const select: SelectCard = useCallback(
    (row, { isRange }) => {
      const column = getBoardColumn(row.status);
      const cards = isRange && column ? getLoadedCards(queryClient, column, filters) : [];
      const rangeIds = findIdsBetween(cards, lastSelectedId.current, row.id);
      lastSelectedId.current = row.id;
      setIds((selectedIds = new Set()) => {
        if (rangeIds.length > 0) return new Set([...selectedIds, ...rangeIds]);
        const otherIds = [...selectedIds].filter((id) => id !== row.id);
        return new Set(selectedIds.has(row.id) ? otherIds : [...otherIds, row.id]);
      });
    },
    [queryClient, filters],
  );
  const clear = useCallback(() => setIds(new Set()), []);
  return { ids, select, clear };
}

/** Returns the ids from one card to the other, in either direction. Empty unless the column has both. */
function findIdsBetween(cards: readonly WorkOrderRow[], fromId: number | undefined, toId: number): number[] {
  const indexes = [fromId, toId].map((id) => cards.findIndex((card) => card.id === id));
  if (indexes.includes(-1)) return [];
  return cards.slice(Math.min(...indexes), Math.max(...indexes) + 1).map(({ id }) => id);
}
