import { useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { unsentMarks } from "#web/session/saved-session.ts";

/** Whose unsent changes wait on this phone: what the page to sign in may tell, without opening them. */
const marks = z.record(z.string(), z.object({ fullName: z.string(), count: z.number() }));
type Marks = z.infer<typeof marks>;

const none: Marks = {};
let lastText: string | null = null;
let last = none;

function read(): Marks {
  try {
    const text = localStorage.getItem(unsentMarks);
    if (text !== lastText) {
      lastText = text;
      last = marks.safeParse(JSON.parse(text ?? "{}")).data ?? none;
    }
    return last;
  } catch {
    return none;
  }
}

const listeners = new Set<() => void>();

/** Notes how many changes of a user wait. */
export function markUnsent({ id, fullName }: { id: number; fullName: string }, count: number): void {
  if ((read()[id]?.count ?? 0) === count) return;
  const { [id]: _, ...others } = read();
  const next = count === 0 ? others : { ...others, [id]: { fullName, count } };
  try {
    if (Object.keys(next).length === 0) localStorage.removeItem(unsentMarks);
    else localStorage.setItem(unsentMarks, JSON.stringify(next));
  } catch {
    // The changes are kept all the same, and found at the next sign-in.
  }
  for (const listener of listeners) listener();
}

/** How many changes of a user wait. */
export const unsentCountOf = (userId: number): number => read()[userId]?.count ?? 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** `2 changes of Sam Whitfield`, of everybody but the user who is signed in. */
export function useUnsentOfOthers(userId: number | undefined): string[] {
  return Object.entries(useSyncExternalStore(subscribe, read))
    .filter(([id]) => Number(id) !== userId)
    .map(([, { fullName, count }]) => `${countOf(count)} of ${fullName}`);
}

export const countOf = (count: number): string => (count === 1 ? "1 change" : `${count} changes`);
