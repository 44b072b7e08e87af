import { useSyncExternalStore } from "react";

/** The day saved on this device for offline work. */
export interface CachedDayState {
  cachedAt: string;
  workOrderCount: number;
  photoCount: number;
}

let currentState: CachedDayState | null = null;
const listeners = new Set<() => void>();

export function setCachedDayState(newState: CachedDayState | null): void {
  currentState = newState;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useCachedDayState = (): CachedDayState | null =>
  useSyncExternalStore(subscribe, () => currentState);
