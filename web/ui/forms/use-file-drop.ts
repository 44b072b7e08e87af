import { type DragEvent, useState } from "react";

/**
 * Receives files dropped on the element that gets the handlers. `isOver` is true while files are dragged over
 * it.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void, isDisabled: boolean) {
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
