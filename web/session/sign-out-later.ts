import { signOut } from "#domains/accounts/contract.ts";
import { ApiError, send } from "#web/api-client.ts";

const storageKey = "unsent-sign-out";
const timeoutMs = 5000;

let underWay: Promise<void> | null = null;

/**
 * Ends the server's session in the background (AUTH-16). A sign-out that cannot be sent is stored and sent first at
 * the next start.
 */
export function endServerSession(): void {
  remember(true);
  underWay = send(signOut.method, signOut.path, undefined, { keepalive: true, timeoutMs })
    .then(
      () => remember(false),
      (error: unknown) => {
        // The server responded: the session is over or did not exist. Only missing responses and server errors are retried.
        if (error instanceof ApiError && error.status < 500) remember(false);
      },
    )
    .finally(() => {
      underWay = null;
    });
}

/** Waits for a pending sign-out, or sends a stored one, so that it never ends the session that comes next. */
export async function settleSignOut(): Promise<void> {
  if (underWay === null && isRemembered()) endServerSession();
  await underWay;
}

/** A new sign-in has replaced the old session, so there is nothing left to end. */
export const forgetSignOut = (): void => remember(false);

function isRemembered(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

function remember(isUnsent: boolean): void {
  try {
    if (isUnsent) localStorage.setItem(storageKey, "1");
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage it is tried once.
  }
}
