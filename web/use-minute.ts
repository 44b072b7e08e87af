import { useSyncExternalStore } from "react";

const minuteMs = 60_000;

/** The time, anew with every minute, for what says how soon or how late something is. */
export const useMinute = (): Date =>
  new Date(useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / minuteMs)) * minuteMs);

function everyMinute(onMinute: () => void): () => void {
  const timer = setInterval(onMinute, minuteMs);
  return () => clearInterval(timer);
}
