import { useSyncExternalStore } from "react";

/** What is saved on this device for offline work. */
export interface CachedDayState {
  cachedAt: string;
  workOrders: number;
  photos: number;
}

let current: CachedDayState | null = null;
const listeners = new Set<() => void>();

export function setCachedDayState(next: CachedDayState | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useCachedDayState = (): CachedDayState | null => useSyncExternalStore(subscribe, () => current);
