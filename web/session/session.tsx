import { useContext } from "react";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { type Action, mayEver } from "#shared/permissions.ts";
import { UserContext } from "#web/session/user-provider.tsx";

/** The signed-in user, on pages that need a session. */
export function useUser(): SessionUser {
  const user = useContext(UserContext);
  if (user === null) throw new Error("useUser is for pages that need a session.");
  return user;
}

/** Whether the interface offers `action` to this user; the server checks again, within the access scope. */
export const useMay = (action: Action): boolean => mayEver(useUser(), action);
