import { type DragEvent, useState } from "react";

/** Takes files that are dropped onto an element, which gets the handlers; `isOver` while some are dragged over it. */
export function useDropped(onFiles: (files: readonly File[]) => void, isDisabled: boolean) {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setIsOver(false);
        if (!isDisabled) onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
