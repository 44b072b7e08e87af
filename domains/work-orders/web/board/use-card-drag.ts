import { type DragEvent, useCallback, useEffect, useState } from "react";
import type { WorkOrderRow } from "../../contract.ts";

export interface CardDrag<Place> {
  held: WorkOrderRow | undefined;
  hold: (row: WorkOrderRow, event: DragEvent) => void;
  drop: (place: Place) => void;
}

/** Native drag and drop to places such as columns. Dropping a card where it is already does nothing (WO-27). */
export function useCardDrag<Place>(
  move: (move: { row: WorkOrderRow; to: Place }) => void,
  isIn: (row: WorkOrderRow, place: Place) => boolean,
): CardDrag<Place> {
  const [held, setHeld] = useState<WorkOrderRow>();

  const hold = useCallback((row: WorkOrderRow, event: DragEvent) => {
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", row.title);
    // Deferred until the browser has taken its drag image; changing the page at once would end the drag.
    setTimeout(() => setHeld(row), 0);
  }, []);

  const drop = useCallback(
    (place: Place) => {
      setHeld(undefined);
      if (held !== undefined && !isIn(held, place)) move({ row: held, to: place });
    },
    [held, move, isIn],
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

interface DropArea {
  isOver: boolean;
  /** For the element on which cards are dropped. */
  handlers: Record<"onDragEnter" | "onDragOver" | "onDragLeave" | "onDrop", (event: DragEvent) => void>;
}

/** A place where the held card may be dropped, while there is one that may. */
export function useDropArea(mayDrop: boolean, onDrop: () => void): DropArea {
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!mayDrop) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    if (!isOver) setIsOver(true);
  };
  return {
    isOver,
    handlers: {
      // The last element entered receives the drop, such as the placeholder that has just opened under the pointer.
      onDragEnter: over,
      onDragOver: over,
      onDragLeave: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      },
      onDrop: (event) => {
        if (!mayDrop) return;
        event.preventDefault();
        setIsOver(false);
        onDrop();
      },
    },
  };
}
