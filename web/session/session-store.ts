import { readSession, type SessionUser } from "#domains/accounts/contract.ts";
import { ApiError, call } from "#web/api-client.ts";
import { discardEarlyResponses } from "#web/early-responses.ts";
import { clearPushEndpoint, turnOffPush } from "#web/offline/push-opt-in.ts";
import { setServerReachable } from "#web/session/connection.ts";
import { clearPendingSignOut, endServerSession, sendPendingSignOut } from "#web/session/pending-sign-out.ts";
import {
  clearSavedSession,
  clearStorage,
  readSavedSession,
  type SavedSession,
  saveSession,
} from "#web/session/saved-session.ts";
import { emitSessionEvent } from "#web/session/session-events.ts";
import { applyDensity, getDensity } from "#web/theme/density.ts";

/**
 * `loading` until the server has checked the saved session. `isOffline` while the server can't be reached.
 * `isFromStorage` if `user` is from the saved session and not from the server.
 */
export type Session =
  | { state: "loading" }
  | { state: "signed-out" }
  | { state: "signed-in"; user: SessionUser; isOffline: boolean; isFromStorage?: true };

const checkTimeoutMs = 5000;
const retryIntervalMs = 5000;

let session: Session = { state: "loading" };
const listeners = new Set<() => void>();

export const currentSession = (): Session => session;

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setSession(next: Session): void {
  // Early responses belong to the session with which the page started.
  if (session.state === "signed-in" || next.state === "signed-out") discardEarlyResponses();
  session = next;
  setServerReachable(next.state !== "signed-in" || !next.isOffline);
  if (next.state === "signed-out") applyDensity(null);
  // The saved session doesn't contain the density, which is already applied.
  else if (next.state === "signed-in" && next.isFromStorage !== true) applyDensity(getDensity(next.user));
  for (const listener of listeners) listener();
}

/**
 * Reads the saved session before the first render (AUTH-07), and has the server check it. Without a saved
 * session, the user is signed out without asking the server (AUTH-20).
 */
export function restoreSession(): void {
  emitSessionEvent("person-changed");
  setSession({ state: readSavedSession() === null ? "signed-out" : "loading" });
  addEventListener("offline", checkConnection);
  void checkSession();
}

/**
 * Checks the saved session with the server (AUTH-08 to AUTH-11). First sends a sign-out that couldn't be sent
 * earlier.
 */
export async function checkSession(): Promise<void> {
  await sendPendingSignOut();
  const saved = readSavedSession();
  if (saved === null) return clearSession();
  try {
    const user = await call(readSession, { timeoutMs: checkTimeoutMs });
    // The user signed out while the server was checking.
    if (readSavedSession() === null) return clearSession();
    const wasOffline = session.state === "signed-in" && session.isOffline;
    const isOtherUser = session.state === "signed-in" && session.user.id !== user.id;
    if (isOtherUser) emitSessionEvent("person-changed");
    saveSession(user);
    setSession({ state: "signed-in", user, isOffline: false });
    if (wasOffline) emitSessionEvent("server-is-back");
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return clearSession();
    if (readSavedSession() === null) return clearSession();
    if (session.state === "signed-in") setSession({ ...session, isOffline: true });
    else setSession({ state: "signed-in", user: toSessionUser(saved), isOffline: true, isFromStorage: true });
    retryLater();
  }
}

let pendingCheck: Promise<void> | null = null;

/**
 * Checks immediately whether the server can still be reached. Called when a request got no response or the
 * browser lost its network.
 */
export function checkConnection(): void {
  if (session.state !== "signed-in" || session.isOffline) return;
  pendingCheck ??= checkSession().finally(() => {
    pendingCheck = null;
  });
}

let retryTimer: ReturnType<typeof setTimeout> | undefined;
function retryLater(): void {
  const recheck = () => {
    clearTimeout(retryTimer);
    removeEventListener("online", recheck);
    if (session.state === "signed-in" && session.isOffline) void checkSession();
  };
  clearTimeout(retryTimer);
  retryTimer = setTimeout(recheck, retryIntervalMs);
  addEventListener("online", recheck, { once: true });
}

/** Assumes an active membership, which the saved session lacks. Changes are rejected offline anyway. */
const toSessionUser = (saved: SavedSession): SessionUser => ({
  ...saved,
  membership: "active",
  declineReason: null,
  emailConfirmed: true,
});

/**
 * Stores the session after a sign-in or registration. `start` opens the portal, after the welcome message.
 */
export function storeSession(user: SessionUser): { start: () => void } {
  clearPendingSignOut();
  clearPushEndpoint();
  emitSessionEvent("person-changed");
  saveSession(user);
  return { start: () => setSession({ state: "signed-in", user, isOffline: false }) };
}

/** Updates the session after the user's own record changed, for example by a new access request. */
export function updateSession(user: SessionUser): void {
  saveSession(user);
  setSession({ state: "signed-in", user, isOffline: false });
}

/**
 * Clears a session that the server doesn't recognize, without a message (AUTH-09, AUTH-10). Drafts are kept for
 * the user's return.
 */
function clearSession(): void {
  clearSavedSession();
  // Nothing to clear: the page shows no user's data.
  if (session.state === "signed-out") return;
  emitSessionEvent("person-changed");
  setSession({ state: "signed-out" });
}

/** Signs out locally without waiting (AUTH-16, AUTH-17), and notifies the server in the background. */
export function signOutEverywhere(): void {
  clearStorage();
  emitSessionEvent("person-changed");
  setSession({ state: "signed-out" });
  endServerSession();
  // If this fails, the browser still gets no pushes, because the server's subscription ends with the session.
  void turnOffPush().catch(() => undefined);
}

/** Follows another tab that signed in or out. */
export function followSavedSession(): void {
  const saved = readSavedSession();
  if (saved === null) {
    clearSession();
  } else if (session.state !== "signed-in" || session.user.id !== saved.id) {
    restoreSession();
  }
}
