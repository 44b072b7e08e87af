import * as z from "zod/mini";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { roles } from "#shared/roles.ts";

const storageKey = "session";

/** What local storage keeps (AUTH-06): the user to show first, never a secret. */
const savedSession = z.object({
  id: z.number(),
  fullName: z.string(),
  role: z.enum(roles),
  email: z.string(),
  unitId: z.nullable(z.number()),
});
export type SavedSession = z.infer<typeof savedSession>;

/** The saved session, or null when there is none or it is damaged. */
export function readSavedSession(): SavedSession | null {
  try {
    const parsed = z.safeParse(savedSession, JSON.parse(localStorage.getItem(storageKey) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function saveSession({ id, fullName, role, email, unitId }: SessionUser): void {
  if (!isKeptOrdersOf(id)) forgetKeptOrders();
  try {
    localStorage.setItem(
      storageKey,
      JSON.stringify({ id, fullName, role, email, unitId } satisfies SavedSession),
    );
  } catch {
    // Without storage the session lasts as long as the page; after that the cookie alone restores nothing.
  }
}

export function forgetSavedSession(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** The database with the files of drafts (`web/kept-files.ts`). */
export const filesOfDrafts = "files-of-drafts";

/** The database with a technician's orders, and the cache with their photos (`keep-orders.ts` of the work orders). */
export const keptOrders = "kept-orders";
export const keptPhotos = "kept-photos";

/** Says whose orders are about to be kept, before the first is. */
export const markKeptOrders = (userId: number): void => {
  if (readSavedSession()?.id === userId) localStorage.setItem(keptOrders, String(userId));
};

/** Whether nobody else's orders are on this device, and those of `userId` may be. */
export function isKeptOrdersOf(userId: number): boolean {
  try {
    return localStorage.getItem(keptOrders) === String(userId);
  } catch {
    return false;
  }
}

export function forgetKeptOrders(): void {
  try {
    if (localStorage.getItem(keptOrders) === null) return;
    localStorage.removeItem(keptOrders);
    removeKeptOrders();
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Whatever of them is there. */
export function removeKeptOrders(): void {
  indexedDB.deleteDatabase(keptOrders);
  if ("caches" in globalThis) void caches.delete(keptPhotos);
}

/** The beginning of the names of a user's choices (`web/kept-choice.ts`). */
export const choicePrefix = "choice:";

/** How many unsent changes of whom wait on this phone (`web/outbox/unsent-marks.ts`). */
export const unsentMarks = "unsent-changes";

/**
 * What belongs to the machine, not to the user, and how users like their lists, which says nothing about them. Unsent changes
 * stay when their user chose so before (`leave-dialog.tsx`); otherwise none are left by now.
 */
const isKeptAtSignOut = (name: string): boolean =>
  ["theme", "sidebar", "clock", unsentMarks].includes(name) || name.startsWith(choicePrefix);

/** Removes everything stored about a user on this machine: the session, drafts, the requested page. */
export function clearStorage(): void {
  try {
    for (const name of Object.keys(localStorage)) if (!isKeptAtSignOut(name)) localStorage.removeItem(name);
    sessionStorage.clear();
    indexedDB.deleteDatabase(filesOfDrafts);
    removeKeptOrders();
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Calls `listener` when another tab signs in or out. */
export function watchSavedSession(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) listener();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}
