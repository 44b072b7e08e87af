import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { WorkOrderRow } from "../../contract.ts";
import type { BoardFilters } from "../list/order-list.tsx";
import { columnQuery } from "../queries.ts";
import { columnOf, rowsOf } from "./board-columns.ts";

/** Chooses a card, or takes it back; a range is all from the card chosen before, in the same column. */
export type ChooseCard = (row: WorkOrderRow, options: { isRange: boolean }) => void;

/** The chosen cards of the board; undefined until the first is chosen. */
export function useChosenCards(filters: BoardFilters) {
  const queryClient = useQueryClient();
  const [ids, setIds] = useState<ReadonlySet<number>>();
  const lastId = useRef<number>(undefined);
  const choose: ChooseCard = useCallback(
    (row, { isRange }) => {
      const column = columnOf(row.status);
      const cards = column && rowsOf(queryClient.getQueryData(columnQuery(column, filters).queryKey));
      const range = isRange ? between(cards ?? [], lastId.current, row.id) : [];
      lastId.current = row.id;
      setIds((chosen = new Set()) => {
        if (range.length > 0) return new Set([...chosen, ...range]);
        const others = [...chosen].filter((id) => id !== row.id);
        return new Set(chosen.has(row.id) ? others : [...others, row.id]);
      });
    },
    [queryClient, filters],
  );
  const clear = useCallback(() => setIds(new Set()), []);
  return { ids, choose, clear };
}

/** The ids from the one to the other, in either direction; none unless both are in the column. */
function between(cards: readonly WorkOrderRow[], fromId: number | undefined, toId: number): number[] {
  const places = [fromId, toId].map((id) => cards.findIndex((card) => card.id === id));
  if (places.includes(-1)) return [];
  return cards.slice(Math.min(...places), Math.max(...places) + 1).map(({ id }) => id);
}
