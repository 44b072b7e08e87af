import { type DragEvent, useCallback, useEffect, useState } from "react";
import type { WorkOrderRow } from "../contract.ts";
import type { BoardColumn } from "../status.ts";
import { columnOf } from "./board-columns.ts";

export interface CardDrag {
  held: WorkOrderRow | undefined;
  hold: (row: WorkOrderRow, event: DragEvent) => void;
  drop: (column: BoardColumn) => void;
}

/** Native drag and drop. Dropping a card on its own column does nothing (WO-27). */
export function useCardDrag(move: (move: { row: WorkOrderRow; to: BoardColumn }) => void): CardDrag {
  const [held, setHeld] = useState<WorkOrderRow>();

  const hold = useCallback((row: WorkOrderRow, event: DragEvent) => {
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", row.title);
    // Deferred until the browser has taken its drag image; changing the page at once would end the drag.
    setTimeout(() => setHeld(row), 0);
  }, []);

  const drop = useCallback(
    (column: BoardColumn) => {
      setHeld(undefined);
      if (held !== undefined && columnOf(held.status) !== column) move({ row: held, to: column });
    },
    [held, move],
  );

  useEffect(() => {
    if (held === undefined) return;
    const letGo = () => setHeld(undefined);
    // A card that is removed during the drag fires no `dragend`; the next pointer move then has no button down.
    const movedFreely = ({ buttons }: PointerEvent) => buttons === 0 && letGo();
    document.addEventListener("dragend", letGo);
    document.addEventListener("drop", letGo);
    document.addEventListener("pointermove", movedFreely);
    return () => {
      document.removeEventListener("dragend", letGo);
      document.removeEventListener("drop", letGo);
      document.removeEventListener("pointermove", movedFreely);
    };
  }, [held]);

  return { held, hold, drop };
}
