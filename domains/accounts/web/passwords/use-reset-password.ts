import { useState } from "react";
import { useLocation } from "wouter";
import { type SessionUser, signIn } from "#domains/accounts/contract.ts";
import { resetPassword } from "#domains/accounts/password-contract.ts";
import { getRejection } from "#domains/accounts/web/sign-in/error-response.ts";
import { dashboardPath } from "#domains/dashboard/paths.ts";
import { call } from "#web/api-client.ts";
import { usePreload } from "#web/preload.ts";
import { sendPendingSignOut } from "#web/session/pending-sign-out.ts";
import { checkSession, storeSession } from "#web/session/session-store.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { loginPath } from "../../paths.ts";

/** How long the success message is shown before the next page opens (PWD-28). */
const successMessageMs = 2000;

interface ResetResult {
  message: string;
  isSignedIn: boolean;
}

/**
 * Sets the password, signs in, and opens the dashboard (PWD-27 to PWD-32). `reset` resolves to the error if it
 * failed.
 */
export function useResetPassword() {
  const [, navigate] = useLocation();
  const preload = usePreload();
  const [result, setResult] = useState<ResetResult>();

  const reset = async (token: string, newPassword: string): Promise<unknown> => {
    try {
      const { message, email } = await call(resetPassword, { body: { token, newPassword } });
      const user = email === undefined ? undefined : await signInWith({ email, password: newPassword });
      const session = user === undefined ? undefined : storeSession(user);
      // The server has ended all sessions, including one this browser might have had.
      if (session === undefined) await checkSession();
      else preload(dashboardPath);
      setResult({ message, isSignedIn: session !== undefined });
      setTimeout(() => {
        navigate(session === undefined ? loginPath : dashboardPath, { replace: true });
        session?.start();
      }, successMessageMs);
      return undefined;
    } catch (error) {
      showResetError(getRejection(error)?.message ?? "Failed to reset password.");
      return error;
    }
  };
  return { reset, result };
}

export const showResetError = (description: string) =>
  toast({ title: "Reset Failed", description, variant: "destructive" });

/** Undefined if a two-factor code is required or the sign-in failed. The password is set either way. */
async function signInWith(body: { email: string; password: string }): Promise<SessionUser | undefined> {
  try {
    await sendPendingSignOut();
    const user = await call(signIn, { body });
    return "twoFactorRequired" in user ? undefined : user;
  } catch {
    return undefined;
  }
}
