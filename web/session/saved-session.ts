import * as z from "zod/mini";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { roles } from "#shared/roles.ts";

const storageKey = "session";

/** What local storage keeps (AUTH-06): who to draw first, never a secret. */
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
    // Without storage the session lasts as long as the page; the cookie brings nobody back unasked.
  }
}

export function forgetSavedSession(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}

/** These belong to the machine, not to the person. */
const keptAtSignOut = ["theme", "sidebar"];

/** Removes all that is kept about a person on this machine: the session, drafts, what was asked for. */
export function clearStorage(): void {
  try {
    const kept = keptAtSignOut.map((key) => [key, localStorage.getItem(key)] as const);
    localStorage.clear();
    sessionStorage.clear();
    for (const [key, value] of kept) if (value !== null) localStorage.setItem(key, value);
  } catch {
    // Nothing was kept.
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
