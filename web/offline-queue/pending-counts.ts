import { useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { pendingCountsKey } from "#web/session/saved-session.ts";

/**
 * The number of each user's unsent changes on this phone. The sign-in page shows it without opening the
 * changes.
 */
const storedCounts = z.record(z.string(), z.object({ fullName: z.string(), count: z.number() }));
type StoredCounts = z.infer<typeof storedCounts>;

const none: StoredCounts = {};
let lastText: string | null = null;
let lastCounts = none;

function read(): StoredCounts {
  try {
    const text = localStorage.getItem(pendingCountsKey);
    if (text !== lastText) {
      lastCounts = storedCounts.safeParse(JSON.parse(text ?? "{}")).data ?? none;
      lastText = text;
    }
    return lastCounts;
  } catch {
    return none;
  }
}

const listeners = new Set<() => void>();

/** Stores how many unsent changes a user has. */
export function savePendingCount({ id, fullName }: { id: number; fullName: string }, count: number): void {
  if ((read()[id]?.count ?? 0) === count) return;
  const { [id]: _, ...others } = read();
  const next = count === 0 ? others : { ...others, [id]: { fullName, count } };
  try {
    if (Object.keys(next).length === 0) localStorage.removeItem(pendingCountsKey);
    else localStorage.setItem(pendingCountsKey, JSON.stringify(next));
  } catch {
    // The changes are saved anyway and found at the next sign-in.
  }
  for (const listener of listeners) listener();
}

/** Returns how many unsent changes a user has. */
export const getPendingCount = (userId: number): number => read()[userId]?.count ?? 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

export interface PendingOfUser {
  id: string;
  fullName: string;
  count: number;
}

/** The number of unsent changes of everyone but the signed-in user. */
export function usePendingOfOthers(userId: number | undefined): PendingOfUser[] {
  return Object.entries(useSyncExternalStore(subscribe, read, () => none))
    .filter(([id]) => Number(id) !== userId)
    .map(([id, { fullName, count }]) => ({ id, fullName, count }));
}

export const formatChangeCount = (count: number): string => (count === 1 ? "1 change" : `${count} changes`);
