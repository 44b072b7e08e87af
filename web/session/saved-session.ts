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
