import { createContext, useEffectEvent, useLayoutEffect } from "react";

/** Whether something is rendered inside a dialog. */
export const InDialogContext = createContext(false);

/** The functions that close what is open above the page, topmost last. */
const layers: (() => void)[] = [];
let isGoingBack = false;

/**
 * Gives something open above the page its own history entry, so that the browser's back button closes it and
 * nothing else. Layers with their own URL already have one.
 */
export function useLayer(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    if (!isOpen) return;
    // Adding it again has no effect.
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

/** Returns the number of layers at this history entry. */
export const currentLayerCount = (): number => (history.state as { layers?: number } | null)?.layers ?? 0;

/**
 * Adds missing history entries, or goes back over those whose layer is closed. A layer that replaces another
 * reuses its entry.
 */
function matchHistory(): void {
  if (isGoingBack) return;
  while (currentLayerCount() < layers.length)
    history.pushState({ ...(history.state as object | null), layers: currentLayerCount() + 1 }, "");
  const closed = currentLayerCount() - layers.length;
  if (closed === 0) return;
  isGoingBack = true;
  history.go(-closed);
}

function onPopState(): void {
  if (isGoingBack) isGoingBack = false;
  else for (const close of layers.slice(currentLayerCount()).reverse()) close();
  // A layer that can't close yet gets its entry again.
  queueMicrotask(matchHistory);
}
