import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { usePreload } from "#web/preload.ts";
import { getRequestedPage } from "#web/session/requested-page.ts";
import { storeSession } from "#web/session/session-store.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

/** How long the welcome toast is shown before the first page opens (LOG-13). */
const welcomeMs = 500;

/**
 * Completes a sign-in: stores the session, welcomes the user, and opens the page originally requested (LOG-11
 * to LOG-13).
 */
export function useCompleteSignIn(): (user: SessionUser) => void {
  const [, navigate] = useLocation();
  const preload = usePreload();
  const historyState: unknown = useHistoryState();
  return (user) => {
    const requestedPage = getRequestedPage(historyState, user);
    const session = storeSession(user);
    preload(requestedPage.replace(/\?.*/, ""));
    toast({ title: "Login Successful", description: `Welcome back, ${user.fullName}!` });
    setTimeout(() => {
      navigate(requestedPage, { replace: true });
      session.start();
    }, welcomeMs);
  };
}
