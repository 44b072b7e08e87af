import { useSyncExternalStore } from "react";
import { unsentChanges } from "#web/outbox/page-outbox.ts";
import { unsentCountOf } from "#web/outbox/unsent-marks.ts";
import { paths } from "#web/paths.ts";
import { currentSession, signOutEverywhere } from "#web/session/session-store.ts";
import { toast } from "#web/ui/toast.tsx";

type Navigate = (to: string, options: { replace: boolean }) => void;

let asked: (() => void) | undefined;
const listeners = new Set<() => void>();

function ask(next: (() => void) | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Signs out from the current page (AUTH-16 to AUTH-19); asks first when something the user did is only on this phone. */
export function leave(navigate: Navigate): void {
  const session = currentSession();
  const hasUnsent =
    unsentChanges().changes.length > 0 ||
    (session.state === "signed-in" && unsentCountOf(session.user.id) > 0);
  if (hasUnsent) ask(() => signOut(navigate));
  else signOut(navigate);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The question what becomes of unsent changes; undefined while it is not asked. */
export function useLeaveQuestion(): { leave: () => void; stay: () => void } | undefined {
  const go = useSyncExternalStore(subscribe, () => asked);
  if (go === undefined) return undefined;
  const stay = () => ask(undefined);
  return {
    stay,
    leave: () => {
      stay();
      go();
    },
  };
}

function signOut(navigate: Navigate): void {
  navigate(paths.login, { replace: true });
  signOutEverywhere();
  toast({ title: "Logged Out", description: "You have been successfully logged out" });
}
