import { createContext, useEffectEvent, useLayoutEffect } from "react";

/** Whether something is drawn inside a dialog. */
export const InDialog = createContext(false);

/** How to close what is open above the page, the topmost last. */
const layers: (() => void)[] = [];
let isGoingBack = false;

/**
 * Gives what is open above the page an entry of history, so that the browser's back closes it, and it alone. Something that
 * has an address of its own has such an entry already.
 */
export function useLayer(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    if (!isOpen) return;
    // Adding it again changes nothing.
    addEventListener("popstate", onPopState);
    const layer = () => close();
    layers.push(layer);
    queueMicrotask(matchHistory);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      queueMicrotask(matchHistory);
    };
  }, [isOpen]);
}

/** The number of layers at this entry of history. */
export const layersHere = (): number => (history.state as { layers?: number } | null)?.layers ?? 0;

/** Adds the missing entries, or goes back over those whose layer is closed; a layer that replaces another takes its entry. */
function matchHistory(): void {
  if (isGoingBack) return;
  while (layersHere() < layers.length)
    history.pushState({ ...(history.state as object | null), layers: layersHere() + 1 }, "");
  const closed = layersHere() - layers.length;
  if (closed === 0) return;
  isGoingBack = true;
  history.go(-closed);
}

function onPopState(): void {
  if (isGoingBack) isGoingBack = false;
  else for (const close of layers.slice(layersHere()).reverse()) close();
  // One that may not close yet gets its entry again.
  queueMicrotask(matchHistory);
}
