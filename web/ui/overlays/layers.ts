import { createContext, useEffectEvent, useLayoutEffect } from "react";

/** Whether a component is rendered inside a dialog. */
export const InDialogContext = createContext(false);

/** The functions that close the open layers, topmost last. */
const layers: (() => void)[] = [];
let isGoingBack = false;

/**
 * Gives a layer above the page, such as a dialog, its own history entry, so that the browser's back button
 * closes only this layer. Layers with their own URL already have an entry.
 */
export function useLayer(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    if (!isOpen) return;
    // Adding the same listener again has no effect.
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

/** Returns the number of layers at the current history entry. */
export const getLayerCount = (): number => (history.state as { layers?: number } | null)?.layers ?? 0;

/**
 * Adds missing history entries, or goes back past the entries of closed layers. A layer that replaces another
 * reuses its entry.
 */
function matchHistory(): void {
  if (isGoingBack) return;
  while (getLayerCount() < layers.length)
    history.pushState({ ...(history.state as object | null), layers: getLayerCount() + 1 }, "");
  const closedCount = getLayerCount() - layers.length;
  if (closedCount === 0) return;
  isGoingBack = true;
  history.go(-closedCount);
}

function onPopState(): void {
  if (isGoingBack) isGoingBack = false;
  else for (const close of layers.slice(getLayerCount()).reverse()) close();
  // A layer that can't close yet gets a new entry.
  queueMicrotask(matchHistory);
}
