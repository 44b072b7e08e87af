import { useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { pendingCountsKey } from "#web/session/saved-session.ts";

/**
 * The number of each user's unsent changes on this phone. The sign-in page can show it without opening the
 * database.
 */
const storedCounts = z.record(z.string(), z.object({ fullName: z.string(), count: z.number() }));
type StoredCounts = z.infer<typeof storedCounts>;

const noCounts: StoredCounts = {};
let lastText: string | null = null;
let lastCounts = noCounts;

function readCounts(): StoredCounts {
  try {
    const text = localStorage.getItem(pendingCountsKey);
    if (text !== lastText) {
      lastCounts = storedCounts.safeParse(JSON.parse(text ?? "{}")).data ?? noCounts;
      lastText = text;
    }
    return lastCounts;
  } catch {
    return noCounts;
  }
}

const listeners = new Set<() => void>();

/** Stores the number of a user's unsent changes. */
export function savePendingCount({ id, fullName }: { id: number; fullName: string }, count: number): void {
  if ((readCounts()[id]?.count ?? 0) === count) return;
  const { [id]: _, ...others } = readCounts();
  const next = count === 0 ? others : { ...others, [id]: { fullName, count } };
  try {
    if (Object.keys(next).length === 0) localStorage.removeItem(pendingCountsKey);
    else localStorage.setItem(pendingCountsKey, JSON.stringify(next));
  } catch {
    // The changes themselves are saved, and found at the next sign-in.
  }
  for (const listener of listeners) listener();
}

/** Returns the number of a user's unsent changes. */
export const getPendingCount = (userId: number): number => readCounts()[userId]?.count ?? 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

export interface UserPendingCount {
  id: string;
  fullName: string;
  count: number;
}

/** Returns the number of unsent changes of everyone except the signed-in user. */
export function useOthersPendingCounts(userId: number | undefined): UserPendingCount[] {
  return Object.entries(useSyncExternalStore(subscribe, readCounts, () => noCounts))
    .filter(([id]) => Number(id) !== userId)
    .map(([id, { fullName, count }]) => ({ id, fullName, count }));
}

export const formatChangeCount = (count: number): string => (count === 1 ? "1 change" : `${count} changes`);
