import { readSession, type SessionUser } from "#domains/accounts/contract.ts";
import { ApiError, call } from "#web/api-client.ts";
import { endPushes, markNewSession } from "#web/offline/turned-on.ts";
import { setServerReachable } from "#web/session/connection.ts";
import {
  clearStorage,
  forgetSavedSession,
  readSavedSession,
  type SavedSession,
  saveSession,
} from "#web/session/saved-session.ts";
import { announce } from "#web/session/session-events.ts";
import { endServerSession, forgetSignOut, settleSignOut } from "#web/session/sign-out-later.ts";

/**
 * `loading` until the server has checked the saved session; offline while the server cannot be reached: `isFromStorage` if
 * the saved session is used in place of its response, otherwise the user it named before stays.
 */
export type Session =
  | { state: "loading" }
  | { state: "signed-out" }
  | { state: "signed-in"; user: SessionUser; isOffline: boolean; isFromStorage?: true };

const checkTimeoutMs = 5000;
const retryEveryMs = 5000;

let session: Session = { state: "loading" };
const listeners = new Set<() => void>();

export const currentSession = (): Session => session;

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function become(next: Session): void {
  session = next;
  setServerReachable(next.state !== "signed-in" || !next.isOffline);
  for (const listener of listeners) listener();
}

/**
 * Looks for a saved session before anything renders (AUTH-07): without one the user is signed out at once and the server
 * is not asked (AUTH-20); with one it is.
 */
export function startSession(): void {
  announce("person-changed");
  become({ state: readSavedSession() === null ? "signed-out" : "loading" });
  addEventListener("offline", doubtConnection);
  void checkSession();
}

/** Asks the server about the saved session (AUTH-08 to AUTH-11), after sending a sign-out that could not be sent before. */
export async function checkSession(): Promise<void> {
  await settleSignOut();
  const saved = readSavedSession();
  if (saved === null) return rejected();
  try {
    const user = await call(readSession, { timeoutMs: checkTimeoutMs });
    // The user signed out while the server was asked.
    if (readSavedSession() === null) return rejected();
    const wasOffline = session.state === "signed-in" && session.isOffline;
    const isAnother = session.state === "signed-in" && session.user.id !== user.id;
    if (isAnother) announce("person-changed");
    saveSession(user);
    become({ state: "signed-in", user, isOffline: false });
    if (wasOffline) announce("server-is-back");
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return rejected();
    if (readSavedSession() === null) return rejected();
    if (session.state === "signed-in") become({ ...session, isOffline: true });
    else become({ state: "signed-in", user: drawnFrom(saved), isOffline: true, isFromStorage: true });
    retryLater();
  }
}

let doubt: Promise<void> | null = null;

/** A call got no response, or the browser lost its network: the server is asked at once whether it is still there. */
export function doubtConnection(): void {
  if (session.state !== "signed-in" || session.isOffline) return;
  doubt ??= checkSession().finally(() => {
    doubt = null;
  });
}

let retry: ReturnType<typeof setTimeout> | undefined;
function retryLater(): void {
  const again = () => {
    clearTimeout(retry);
    removeEventListener("online", again);
    if (session.state === "signed-in" && session.isOffline) void checkSession();
  };
  clearTimeout(retry);
  retry = setTimeout(again, retryEveryMs);
  addEventListener("online", again, { once: true });
}

/** The saved session has no membership; without the server's response nothing is written anyway. */
const drawnFrom = (saved: SavedSession): SessionUser => ({
  ...saved,
  membership: "active",
  refusalReason: null,
  emailConfirmed: true,
});

/** After a successful sign-in or registration: stored at once, shown by `begin` after the welcome. */
export function keepSession(user: SessionUser): { begin: () => void } {
  forgetSignOut();
  markNewSession();
  announce("person-changed");
  saveSession(user);
  return { begin: () => become({ state: "signed-in", user, isOffline: false }) };
}

/** The user's own record changed, e.g. by a new claim. */
export function renewSession(user: SessionUser): void {
  saveSession(user);
  become({ state: "signed-in", user, isOffline: false });
}

/** The server knows no such session: cleared silently (AUTH-09, AUTH-10). Drafts are kept for the user's return. */
function rejected(): void {
  forgetSavedSession();
  // Data shown to a visitor belongs to nobody.
  if (session.state === "signed-out") return;
  announce("person-changed");
  become({ state: "signed-out" });
}

/** Signs out locally first, without waiting (AUTH-16, AUTH-17); the server is informed in the background. */
export function signOutEverywhere(): void {
  clearStorage();
  announce("person-changed");
  become({ state: "signed-out" });
  endServerSession();
  // A browser that refuses gets no pushes either: the server's part ends with the session.
  void endPushes().catch(() => undefined);
}

/** Another tab signed in or out: this one follows. */
export function followSavedSession(): void {
  const saved = readSavedSession();
  if (saved === null) {
    rejected();
  } else if (session.state !== "signed-in" || session.user.id !== saved.id) {
    startSession();
  }
}
