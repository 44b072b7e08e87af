import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { WorkOrderRow } from "../../contract.ts";
import type { BoardFilters } from "../list/work-order-list.tsx";
import { getBoardColumn, getLoadedCards } from "./board-columns.ts";

/**
 * Selects or deselects a card. A range goes from the previously selected card to this one, in the same
 * column.
 */
export type SelectCard = (row: WorkOrderRow, options: { isRange: boolean }) => void;

/** The selected cards of the board. Undefined until the first is selected. */
export function useSelectedCards(filters: BoardFilters) {
  const queryClient = useQueryClient();
  const [ids, setIds] = useState<ReadonlySet<number>>();
  const lastId = useRef<number>(undefined);
  const select: SelectCard = useCallback(
    (row, { isRange }) => {
      const column = getBoardColumn(row.status);
      const cards = isRange && column ? getLoadedCards(queryClient, column, filters) : [];
      const range = between(cards, lastId.current, row.id);
      lastId.current = row.id;
      setIds((selected = new Set()) => {
        if (range.length > 0) return new Set([...selected, ...range]);
        const others = [...selected].filter((id) => id !== row.id);
        return new Set(selected.has(row.id) ? others : [...others, row.id]);
      });
    },
    [queryClient, filters],
  );
  const clear = useCallback(() => setIds(new Set()), []);
  return { ids, select, clear };
}

/** Returns the ids between two cards, in either direction. Empty unless both are in the column. */
function between(cards: readonly WorkOrderRow[], fromId: number | undefined, toId: number): number[] {
  const places = [fromId, toId].map((id) => cards.findIndex((card) => card.id === id));
  if (places.includes(-1)) return [];
  return cards.slice(Math.min(...places), Math.max(...places) + 1).map(({ id }) => id);
}
