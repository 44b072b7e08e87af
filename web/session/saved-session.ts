import * as z from "zod/mini";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { roles } from "#shared/roles.ts";
import { preferencePrefix, sessionKey } from "#web/session/storage-keys.ts";

/** The session in local storage (AUTH-06). Contains the user to show first but no secrets. */
const savedSession = z.object({
  id: z.number(),
  fullName: z.string(),
  role: z.enum(roles),
  email: z.string(),
  unitId: z.nullable(z.number()),
});
export type SavedSession = z.infer<typeof savedSession>;

/** Returns the saved session, or null if there is none or it's invalid. */
export function readSavedSession(): SavedSession | null {
  try {
    const parsed = z.safeParse(savedSession, JSON.parse(localStorage.getItem(sessionKey) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function saveSession({ id, fullName, role, email, unitId }: SessionUser): void {
  if (!hasSavedWorkOrders(id)) forgetSavedWorkOrders();
  if (!hasSavedResponses(id)) deleteSavedResponses();
  try {
    localStorage.setItem(
      sessionKey,
      JSON.stringify({ id, fullName, role, email, unitId } satisfies SavedSession),
    );
  } catch {
    // Without storage, the session lasts as long as the page. The cookie alone can't restore it.
  }
}

export function clearSavedSession(): void {
  try {
    localStorage.removeItem(sessionKey);
  } catch {
    // Without storage, there's nothing to remove.
  }
}

/** The database with the files of drafts (`web/saved-files.ts`). */
export const draftFilesDatabase = "files-of-drafts";

/**
 * The database with a technician's work orders, and the cache with their photos (`cache-my-day.ts` in the
 * work orders domain).
 */
export const savedWorkOrdersDatabase = "kept-orders";
export const savedPhotosCache = "kept-photos";

/** Records the user whose work orders are about to be saved. Called before the first is saved. */
export const markSavedWorkOrders = (userId: number): void => {
  if (readSavedSession()?.id === userId) localStorage.setItem(savedWorkOrdersDatabase, String(userId));
};

/** Whether the work orders on this device belong to this user. */
export function hasSavedWorkOrders(userId: number): boolean {
  try {
    return localStorage.getItem(savedWorkOrdersDatabase) === String(userId);
  } catch {
    return false;
  }
}

/**
 * The database with the last responses a person loaded (`web/layout/saved-responses.ts`), and the cache with
 * the files of documents they opened.
 */
export const savedResponsesDatabase = "saved-responses";
export const savedFilesCache = "saved-files";

/** Records the user whose responses are about to be saved. Called before the first is saved. */
export const markSavedResponses = (userId: number): void => {
  if (readSavedSession()?.id === userId) localStorage.setItem(savedResponsesDatabase, String(userId));
};

/** Whether the responses on this device belong to this user. */
export function hasSavedResponses(userId: number): boolean {
  try {
    return localStorage.getItem(savedResponsesDatabase) === String(userId);
  } catch {
    return false;
  }
}

export function deleteSavedResponses(): void {
  try {
    localStorage.removeItem(savedResponsesDatabase);
    if ("caches" in globalThis) void caches.delete(savedFilesCache);
    indexedDB.deleteDatabase(savedResponsesDatabase);
  } catch {
    // Without storage, there's nothing to remove.
  }
}

export function forgetSavedWorkOrders(): void {
  try {
    if (localStorage.getItem(savedWorkOrdersDatabase) === null) return;
    localStorage.removeItem(savedWorkOrdersDatabase);
    deleteSavedWorkOrders();
  } catch {
    // Without storage, there's nothing to remove.
  }
}

/** Deletes all work orders and photos saved on this device. */
export function deleteSavedWorkOrders(): void {
  indexedDB.deleteDatabase(savedWorkOrdersDatabase);
  if ("caches" in globalThis) void caches.delete(savedPhotosCache);
}

/**
 * The storage key for the number of unsent changes of each user on this phone
 * (`web/offline-queue/pending-counts.ts`).
 */
export const pendingCountsKey = "unsent-changes";

/**
 * Whether a storage key survives signing out: the device's settings and list preferences, which reveal
 * nothing about the user. Unsent changes are left at this point only if the user chose to keep them
 * (`sign-out-dialog.tsx`).
 */
const survivesSignOut = (name: string): boolean =>
  ["theme", "sidebar", "clock", pendingCountsKey].includes(name) || name.startsWith(preferencePrefix);

/** Removes everything stored about a user on this device: the session, drafts, and the requested page. */
export function clearStorage(): void {
  try {
    for (const name of Object.keys(localStorage)) if (!survivesSignOut(name)) localStorage.removeItem(name);
    sessionStorage.clear();
    deleteSavedResponses();
    indexedDB.deleteDatabase(draftFilesDatabase);
    deleteSavedWorkOrders();
  } catch {
    // Without storage, there's nothing to remove.
  }
}

/** Calls `listener` when another tab signs in or out. */
export function watchSavedSession(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === sessionKey || event.key === null) listener();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}
