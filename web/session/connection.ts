import { useSyncExternalStore } from "react";

/**
 * Whether the server has confirmed this session. False only while the saved session is used instead
 * (AUTH-11). Changes are then rejected (AUTH-20..24).
 */
let isReachable = true;
const listeners = new Set<() => void>();

export const isServerReachable = (): boolean => isReachable;

export function setServerReachable(reachable: boolean): void {
  if (isReachable === reachable) return;
  isReachable = reachable;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsServerReachable = (): boolean => useSyncExternalStore(subscribe, isServerReachable);
