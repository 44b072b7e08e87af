import { useState } from "react";
import { useLocation } from "wouter";
import { type SessionUser, signIn } from "#domains/accounts/contract.ts";
import { resetPassword } from "#domains/accounts/password-contract.ts";
import { refusalOf } from "#domains/accounts/web/refusal-sentence.ts";
import { call } from "#web/api-client.ts";
import { fetchDashboard } from "#web/pages.ts";
import { paths } from "#web/paths.ts";
import { checkSession, keepSession } from "#web/session/session-store.ts";
import { settleSignOut } from "#web/session/sign-out-later.ts";
import { toast } from "#web/ui/toast.tsx";

/** How long the success is shown before the next page opens (PWD-28). */
const successMs = 2000;

interface Done {
  message: string;
  isSignedIn: boolean;
}

/** Sets the password, signs in and opens the dashboard (PWD-27 to PWD-32). `reset` resolves to the error, if any. */
export function useReset() {
  const [, navigate] = useLocation();
  const [done, setDone] = useState<Done>();

  const reset = async (token: string, newPassword: string): Promise<unknown> => {
    try {
      const { message, email } = await call(resetPassword, { body: { token, newPassword } });
      const user = email === undefined ? undefined : await signInWith({ email, password: newPassword });
      const session = user === undefined ? undefined : keepSession(user);
      // The server has ended all sessions, including one that this browser may have had.
      if (session === undefined) await checkSession();
      else fetchDashboard();
      setDone({ message, isSignedIn: session !== undefined });
      setTimeout(() => {
        navigate(session === undefined ? paths.login : paths.dashboard, { replace: true });
        session?.begin();
      }, successMs);
      return undefined;
    } catch (error) {
      resetFailed(refusalOf(error)?.sentence ?? "Failed to reset password.");
      return error;
    }
  };
  return { reset, done };
}

export const resetFailed = (description: string) =>
  toast({ title: "Reset Failed", description, variant: "destructive" });

/** Undefined if a second factor is required or the sign-in failed: the password is set all the same. */
async function signInWith(body: { email: string; password: string }): Promise<SessionUser | undefined> {
  try {
    await settleSignOut();
    const user = await call(signIn, { body });
    return "twoFactorRequired" in user ? undefined : user;
  } catch {
    return undefined;
  }
}
