import { useState } from "react";
import { useHistoryState } from "wouter/use-browser-location";
import { startWorkSignIn } from "#domains/accounts/work-account-contract.ts";
import { call } from "#web/api-client.ts";
import { sendPendingSignOut } from "#web/session/pending-sign-out.ts";
import { toastError } from "#web/toast-error.ts";

/** The storage key of the history state, which holds the page requested before signing in (AUTH-20). */
const stateKey = "work-sign-in";

/**
 * Opens the sign-in page of the identity provider. After a failure, `asksForAccount` lets people choose another
 * account there.
 */
export function useWorkSignIn({ asksForAccount = false } = {}) {
  const historyState: unknown = useHistoryState();
  const [isBusy, setIsBusy] = useState(false);
  const start = async () => {
    setIsBusy(true);
    try {
      await sendPendingSignOut();
      const { url } = await call(startWorkSignIn, { body: { asksForAccount } });
      sessionStorage.setItem(stateKey, JSON.stringify(historyState ?? null));
      location.assign(url);
    } catch (error) {
      toastError(error);
    }
    setIsBusy(false);
  };
  return { start: () => void start(), isBusy };
}

/** The history state from before the provider's page. Its contents are checked when it's used. */
export function readHistoryState(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(stateKey) ?? "null");
  } catch {
    return null;
  }
}
