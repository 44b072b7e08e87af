import { signOut } from "#domains/accounts/contract.ts";
import { ApiError, send } from "#web/api-client.ts";

const storageKey = "unsent-sign-out";
const timeoutMs = 5000;

let pendingRequest: Promise<void> | null = null;

/**
 * Ends the server's session in the background (AUTH-16). A sign-out that can't be sent is stored. It's sent
 * when the device is back online, or before any other request at the next start.
 */
export function endServerSession(): void {
  setStored(true);
  pendingRequest = send(signOut.method, signOut.path, undefined, { keepalive: true, timeoutMs })
    .then(
      () => setStored(false),
      (error: unknown) => {
        // The server responded, so the session has ended or didn't exist. Only missing responses and server
        // errors are retried.
        if (error instanceof ApiError && error.status < 500) setStored(false);
        else addEventListener("online", () => void sendPendingSignOut(), { once: true });
      },
    )
    .finally(() => {
      pendingRequest = null;
    });
}

/** Waits for a pending sign-out or sends a stored one, so that it never ends the next session. */
export async function sendPendingSignOut(): Promise<void> {
  if (pendingRequest === null && isStored()) endServerSession();
  await pendingRequest;
}

/** Discards a stored sign-out, because a new sign-in has replaced the old session. */
export const clearPendingSignOut = (): void => setStored(false);

function isStored(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

function setStored(isUnsent: boolean): void {
  try {
    if (isUnsent) localStorage.setItem(storageKey, "1");
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage, the sign-out is sent only once.
  }
}
