import { type DragEvent, useCallback, useEffect, useState } from "react";
import type { WorkOrderRow } from "../../contract.ts";

export interface CardDrag<Target> {
  draggedCard: WorkOrderRow | undefined;
  startDrag: (row: WorkOrderRow, event: DragEvent) => void;
  drop: (target: Target) => void;
}

/**
 * Native drag and drop onto targets such as columns. Dropping a card where it already is does nothing
 * (WO-27).
 */
export function useCardDrag<Target>(
  move: (move: { row: WorkOrderRow; to: Target }) => void,
  isInTarget: (row: WorkOrderRow, target: Target) => boolean,
): CardDrag<Target> {
  const [draggedCard, setDraggedCard] = useState<WorkOrderRow>();

  const startDrag = useCallback((row: WorkOrderRow, event: DragEvent) => {
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", row.title);
    showLiftedCard(event);
    // Deferred until the browser has taken its drag image. Changing the page right away would end the drag.
    setTimeout(() => setDraggedCard(row), 0);
  }, []);

  const drop = useCallback(
    (target: Target) => {
      setDraggedCard(undefined);
      if (draggedCard !== undefined && !isInTarget(draggedCard, target))
        move({ row: draggedCard, to: target });
    },
    [draggedCard, move, isInTarget],
  );

  useEffect(() => {
    if (draggedCard === undefined) return;
    const endDrag = () => setDraggedCard(undefined);
    // A card that is removed during the drag fires no `dragend`. The next pointer move without a pressed
    // button ends the drag instead.
    const onPointerMove = ({ buttons }: PointerEvent) => buttons === 0 && endDrag();
    document.addEventListener("dragend", endDrag);
    document.addEventListener("drop", endDrag);
    document.addEventListener("pointermove", onPointerMove);
    return () => {
      document.removeEventListener("dragend", endDrag);
      document.removeEventListener("drop", endDrag);
      document.removeEventListener("pointermove", onPointerMove);
    };
  }, [draggedCard]);

  return { draggedCard, startDrag, drop };
}

const dragImagePadding = 40;

/** Replaces the browser's drag image with a card lifted off the page: larger, tilted, and with a shadow. */
function showLiftedCard({ currentTarget, dataTransfer, clientX, clientY }: DragEvent): void {
  const card = currentTarget as HTMLElement;
  const { left, top, width } = card.getBoundingClientRect();
  const container = document.createElement("div");
  container.className = "-left-[200vw] fixed top-0 p-10";
  const copy = card.cloneNode(true) as HTMLElement;
  copy.classList.add("shadow-float!", "motion-safe:scale-102", "motion-safe:rotate-[1.2deg]");
  copy.style.width = `${width}px`;
  container.append(copy);
  document.body.append(container);
  dataTransfer.setDragImage?.(container, clientX - left + dragImagePadding, clientY - top + dragImagePadding);
  // By then, the browser has taken its drag image.
  setTimeout(() => container.remove(), 0);
}

interface DropArea {
  isOver: boolean;
  /** Handlers for the element that cards are dropped on. */
  handlers: Record<"onDragEnter" | "onDragOver" | "onDragLeave" | "onDrop", (event: DragEvent) => void>;
}

/** A target for the dragged card. `canDrop` is whether it accepts that card. */
export function useDropArea(canDrop: boolean, onDrop: () => void): DropArea {
  const [isOver, setIsOver] = useState(false);
  const handleDragOver = (event: DragEvent) => {
    if (!canDrop) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    if (!isOver) setIsOver(true);
  };
  return {
    isOver,
    handlers: {
      // The last element entered receives the drop, such as the placeholder that just opened under the
      // pointer.
      onDragEnter: handleDragOver,
      onDragOver: handleDragOver,
      onDragLeave: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      },
      onDrop: (event) => {
        if (!canDrop) return;
        event.preventDefault();
        setIsOver(false);
        onDrop();
      },
    },
  };
}
