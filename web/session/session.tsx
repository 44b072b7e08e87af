import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { type Action, mayEver } from "#shared/permissions.ts";
import { currentSession, type Session, subscribeToSession } from "#web/session/session-store.ts";

export const useSession = (): Session => useSyncExternalStore(subscribeToSession, currentSession);

const UserContext = createContext<SessionUser | null>(null);

/** Tells what is inside who is signed in; the router puts it around every protected page. */
export const UserProvider = ({ user, children }: { user: SessionUser; children: ReactNode }) => (
  <UserContext value={user}>{children}</UserContext>
);

/** The signed-in user, on pages that need a session. */
export function useUser(): SessionUser {
  const user = useContext(UserContext);
  if (user === null) throw new Error("useUser is for pages that need a session.");
  return user;
}

/** Whether the interface offers `action` to this user; the server decides again, within reach. */
export const useMay = (action: Action): boolean => mayEver(useUser(), action);
