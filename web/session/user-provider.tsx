import { createContext, type ReactNode, useSyncExternalStore } from "react";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { currentSession, type Session, subscribeToSession } from "#web/session/session-store.ts";

/** The session for which the build prerenders the sign-in page. */
const signedOut: Session = { state: "signed-out" };

export const useSession = (): Session =>
  useSyncExternalStore(subscribeToSession, currentSession, () => signedOut);

export const UserContext = createContext<SessionUser | null>(null);

/** Provides the signed-in user. The router wraps every protected page in it. */
export const UserProvider = ({ user, children }: { user: SessionUser; children: ReactNode }) => (
  <UserContext value={user}>{children}</UserContext>
);
