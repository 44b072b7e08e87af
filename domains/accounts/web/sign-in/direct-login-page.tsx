import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import * as z from "zod/mini";
import type { SignInResponse } from "#domains/accounts/contract.ts";
import {
  emailSentMessage,
  mailbox,
  requestSignInEmail,
  signInByEmail,
} from "#domains/accounts/password-contract.ts";
import { CodeForm } from "#domains/accounts/web/sign-in/code-form.tsx";
import { DemoEmailNote } from "#domains/accounts/web/sign-in/demo-email-note.tsx";
import { toEmailErrorMessage } from "#domains/accounts/web/sign-in/email-error-message.ts";
import { EmailForm } from "#domains/accounts/web/sign-in/email-form.tsx";
import { getRejection } from "#domains/accounts/web/sign-in/error-response.ts";
import { noEmailsMessage, useSendsEmails } from "#domains/accounts/web/sign-in/no-emails.ts";
import { ResendButton } from "#domains/accounts/web/sign-in/resend-button.tsx";
import { useCompleteSignIn } from "#domains/accounts/web/sign-in/use-complete-sign-in.ts";
import { call } from "#web/api-client.ts";
import { sendPendingSignOut } from "#web/session/pending-sign-out.ts";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { FullPageSpinner } from "#web/ui/feedback/spinner.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PublicLayout } from "#web/ui/page/public-layout.tsx";
import { directLoginPath, loginPath } from "../../paths.ts";

const SecondStep = lazyPart(() => import("#domains/accounts/web/sign-in/second-step.tsx"));

/**
 * The progress is stored in the history entry, so it survives a reload and the token never stays in a URL.
 */
const savedState = z.object({
  from: z.optional(z.string()),
  token: z.optional(z.string()),
  request: z.optional(z.object({ email: mailbox, userId: z.string() })),
});
const useSavedState = (): z.output<typeof savedState> =>
  z.safeParse(savedState, useHistoryState()).data ?? {};

/** Signs in without a password, by an emailed code or link (LOG-17). */
export default function DirectLoginPage() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const { from, request, ...saved } = useSavedState();
  const linkToken = search.get("token");
  const { signIn, challenge, forgetChallenge, completeSignIn, isBusy } = useSignInByEmail();
  useEffect(() => {
    if (linkToken !== null) navigate(directLoginPath, { replace: true, state: { token: linkToken } });
  }, [linkToken, navigate]);

  const requestEmail = async (email: string, isResend: boolean) => {
    const { message, userId } = await call(requestSignInEmail, { body: { email } });
    navigate(directLoginPath, { replace: isResend, state: { from, request: { email, userId } } });
    return message;
  };

  if (challenge !== undefined)
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <SecondStep
          challenge={challenge}
          onSignedIn={completeSignIn}
          onBack={() => {
            // The link or code has been consumed by now.
            navigate(directLoginPath, { replace: true, state: { from } });
            forgetChallenge();
          }}
        />
      </Suspense>
    );
  const token = linkToken ?? saved.token;
  if (token !== undefined)
    return (
      <EmailSignInLayout description="Sign in on this device. This link works only once.">
        <Button
          variant="primary"
          size="lg"
          isWide
          isBusy={isBusy}
          busyLabel="Signing in..."
          onClick={() => signIn({ token })}
        >
          Sign In
        </Button>
        <Button
          variant="ghost"
          isWide
          className="mt-4"
          onClick={() => navigate(directLoginPath, { replace: true })}
        >
          Request a new link
        </Button>
      </EmailSignInLayout>
    );
  if (request !== undefined)
    return (
      <EmailSignInLayout
        description={`${emailSentMessage} Open the link in the email, or enter the code below.`}
      >
        <DemoEmailNote />
        <CodeForm
          // A new email has a new code, so the field is cleared.
          key={request.userId}
          submitLabel="Sign In"
          busyLabel="Signing in..."
          onCode={(otpCode) => signIn({ userId: request.userId, otpCode })}
        />
        <div className="mt-3">
          <ResendButton
            label="Resend"
            toErrorMessage={toEmailErrorMessage}
            onResend={() => requestEmail(request.email, true)}
          />
        </div>
      </EmailSignInLayout>
    );
  return <RequestEmailForm requestEmail={(email) => requestEmail(email, false)} />;
}

function RequestEmailForm({ requestEmail }: { requestEmail: (email: string) => Promise<string> }) {
  const sendsEmails = useSendsEmails();
  const submitEmail = async (address: string) => {
    try {
      await requestEmail(address);
    } catch (error) {
      toast({ title: "Request Failed", description: toEmailErrorMessage(error), variant: "destructive" });
    }
  };
  if (!sendsEmails) return <EmailSignInLayout description={noEmailsMessage}>{null}</EmailSignInLayout>;
  return (
    <EmailSignInLayout description="No password needed. We'll email you a link and a 6-digit code.">
      <EmailForm onSend={submitEmail} submitLabel="Send Link and Code" />
    </EmailSignInLayout>
  );
}

function EmailSignInLayout({ description, children }: { description: string; children: ReactNode }) {
  const { from } = useSavedState();
  return (
    <PublicLayout title="Sign in by email" description={description}>
      {children}
      <Link
        href={loginPath}
        state={{ from }}
        className={classes(buttonClasses({ variant: "ghost", isWide: true }), "mt-1")}
      >
        Sign in with a password
      </Link>
    </PublicLayout>
  );
}

type SignInProof = { token: string } | { userId: string; otpCode: string };

function useSignInByEmail() {
  const completeSignIn = useCompleteSignIn();
  const [challenge, setChallenge] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const signIn = async (proof: SignInProof): Promise<boolean> => {
    setIsBusy(true);
    try {
      await sendPendingSignOut();
      handleResponse(await call(signInByEmail, { body: proof }));
      return true;
    } catch (error) {
      setIsBusy(false);
      const description = getRejection(error)?.message ?? "An error occurred. Please try again.";
      toast({ title: "Login Failed", description, variant: "destructive" });
      return false;
    }
  };
  const handleResponse = (response: SignInResponse) => {
    if ("twoFactorRequired" in response) setChallenge(response.challenge);
    else completeSignIn(response);
  };
  const forgetChallenge = () => {
    setChallenge(undefined);
    setIsBusy(false);
  };
  return { signIn, challenge, forgetChallenge, completeSignIn, isBusy };
}
