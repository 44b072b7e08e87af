import { useContext } from "react";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { type Action, canEver } from "#shared/permissions.ts";
import { UserContext } from "#web/session/user-provider.tsx";

/** The signed-in user, on pages that require a session. */
export function useUser(): SessionUser {
  const user = useContext(UserContext);
  if (user === null) throw new Error("useUser can only be used on pages that require a session.");
  return user;
}

/**
 * Whether the interface offers `action` to this user. The server checks it again, within the access scope.
 */
export const useCan = (action: Action): boolean => canEver(useUser(), action);
