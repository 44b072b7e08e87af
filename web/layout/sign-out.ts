import { useSyncExternalStore } from "react";
import { loginPath } from "#domains/accounts/paths.ts";
import { currentQueueState } from "#web/offline-queue/current-queue.ts";
import { getPendingCount } from "#web/offline-queue/pending-counts.ts";
import { currentSession, signOutEverywhere } from "#web/session/session-store.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

type Navigate = (to: string, options: { replace: boolean }) => void;

let pendingSignOut: (() => void) | undefined;
const listeners = new Set<() => void>();

function setPendingSignOut(next: (() => void) | undefined): void {
  pendingSignOut = next;
  for (const listener of listeners) listener();
}

/**
 * Signs out (AUTH-16 to AUTH-19). Asks first if some of the user's changes exist only on this phone.
 */
export function requestSignOut(navigate: Navigate): void {
  const session = currentSession();
  const hasPendingChanges =
    currentQueueState().changes.length > 0 ||
    (session.state === "signed-in" && getPendingCount(session.user.id) > 0);
  if (hasPendingChanges) setPendingSignOut(() => signOut(navigate));
  else signOut(navigate);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The open question about unsent changes, or undefined if there is none. */
export function useSignOutQuestion(): { confirm: () => void; cancel: () => void } | undefined {
  const confirmSignOut = useSyncExternalStore(subscribe, () => pendingSignOut);
  if (confirmSignOut === undefined) return undefined;
  const cancel = () => setPendingSignOut(undefined);
  return {
    cancel,
    confirm: () => {
      cancel();
      confirmSignOut();
    },
  };
}

function signOut(navigate: Navigate): void {
  const session = currentSession();
  const isOffline = session.state === "signed-in" && session.isOffline;
  navigate(loginPath, { replace: true });
  signOutEverywhere();
  const description = "You have been successfully logged out";
  toast({
    title: "Logged Out",
    description: isOffline
      ? `${description}. You can sign in again, and your session ends on the server, when you're back online.`
      : description,
  });
}
