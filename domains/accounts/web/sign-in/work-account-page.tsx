import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { SessionUser, SignInResponse } from "#domains/accounts/contract.ts";
import { finishWorkSignIn } from "#domains/accounts/work-account-contract.ts";
import { call } from "#web/api-client.ts";
import { sendPendingSignOut } from "#web/session/pending-sign-out.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { FullPageSpinner } from "#web/ui/feedback/spinner.tsx";
import { PublicLayout } from "#web/ui/page/public-layout.tsx";
import { loginPath, workAccountPath } from "../../paths.ts";
import { getErrorResponse } from "./error-response.ts";
import SecondStep from "./second-step.tsx";
import { useCompleteSignIn } from "./use-complete-sign-in.ts";
import { readHistoryState, useWorkSignIn } from "./work-sign-in.ts";

/** The identity provider redirects people to this page, which finishes the sign-in. */
export default function WorkAccountPage() {
  const [result, setResult] = useState<SignInResponse>();
  const [failure, setFailure] = useState<unknown>();
  const workSignIn = useWorkSignIn({ asksForAccount: true });
  const isStarted = useRef(false);
  const [, navigate] = useLocation();

  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    const query = location.search.slice(1);
    // Removes the code from the address bar, and restores the state with the page to open afterward.
    history.replaceState(readHistoryState(), "", workAccountPath);
    sendPendingSignOut()
      .then(() => call(finishWorkSignIn, { body: { query } }))
      .then(setResult, setFailure);
  }, []);

  if (failure !== undefined)
    return (
      <PublicLayout title="Sign in with your work account">
        <Banner kind="warning" title="You aren't signed in">
          {getErrorResponse(failure)?.message ?? "An error occurred. Please try again."}
        </Banner>
        <div className="mt-4 grid gap-2">
          <Button variant="primary" size="lg" isWide isBusy={workSignIn.isBusy} onClick={workSignIn.start}>
            Try Again
          </Button>
          <ButtonLink href={loginPath} state={readHistoryState()} variant="ghost" isWide>
            Back to sign in
          </ButtonLink>
        </div>
      </PublicLayout>
    );
  if (result === undefined) return <FullPageSpinner />;
  return (
    <SignInCompletion
      result={result}
      onBack={() => navigate(loginPath, { replace: true, state: readHistoryState() })}
    />
  );
}

/** Asks for the portal's own two-factor code if required, then completes the sign-in. */
function SignInCompletion({ result, onBack }: { result: SignInResponse; onBack: () => void }) {
  const completeSignIn = useCompleteSignIn();
  const isCompleted = useRef(false);
  const user: SessionUser | undefined = "twoFactorRequired" in result ? undefined : result;
  useEffect(() => {
    if (user === undefined || isCompleted.current) return;
    isCompleted.current = true;
    completeSignIn(user);
  });
  return "twoFactorRequired" in result ? (
    <SecondStep challenge={result.challenge} onSignedIn={completeSignIn} onBack={onBack} />
  ) : (
    <FullPageSpinner />
  );
}
