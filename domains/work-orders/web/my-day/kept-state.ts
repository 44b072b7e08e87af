import { useSyncExternalStore } from "react";

/** What of a technician's work is on this device. */
export interface KeptState {
  keptAt: string;
  orders: number;
  photos: number;
}

let shown: KeptState | null = null;
const listeners = new Set<() => void>();

export function showKept(next: KeptState | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useKept = (): KeptState | null => useSyncExternalStore(subscribe, () => shown);
