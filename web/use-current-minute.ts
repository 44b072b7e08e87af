import { useSyncExternalStore } from "react";

const minuteMs = 60_000;

/** Returns the current time, updated every minute, for texts such as “in 5 minutes.” */
export const useCurrentMinute = (): Date =>
  new Date(useSyncExternalStore(subscribeToMinutes, () => Math.floor(Date.now() / minuteMs)) * minuteMs);

function subscribeToMinutes(onMinute: () => void): () => void {
  const timer = setInterval(onMinute, minuteMs);
  return () => clearInterval(timer);
}
