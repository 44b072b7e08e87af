import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import * as z from "zod/mini";
import type { SignInResponse } from "#domains/accounts/contract.ts";
import { askToSignIn, mailbox, onTheirWay, signInByMail } from "#domains/accounts/password-contract.ts";
import { CodeForm } from "#domains/accounts/web/code-form.tsx";
import { EmailForm } from "#domains/accounts/web/email-form.tsx";
import { mailErrorMessage } from "#domains/accounts/web/mail-error-message.ts";
import { refusalOf } from "#domains/accounts/web/refusal-sentence.ts";
import { SendAgain } from "#domains/accounts/web/send-again.tsx";
import { useWelcome } from "#domains/accounts/web/welcome.ts";
import { call } from "#web/api-client.ts";
import { PublicLayout } from "#web/layout/public-layout.tsx";
import { paths } from "#web/paths.ts";
import { settleSignOut } from "#web/session/sign-out-later.ts";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { FullPageSpinner } from "#web/ui/spinner.tsx";
import { toast } from "#web/ui/toast.tsx";

const SecondStep = lazyPart(() => import("#domains/accounts/web/second-step.tsx"));

/** The progress is in the history entry: it survives a reload, and the token never stays in an address. */
const memory = z.object({
  from: z.optional(z.string()),
  token: z.optional(z.string()),
  request: z.optional(z.object({ email: mailbox, userId: z.string() })),
});
const useMemory = (): z.output<typeof memory> => z.safeParse(memory, useHistoryState()).data ?? {};

/** Signs in without a password, by the code or the link of a mail (LOG-17). */
export default function DirectLoginPage() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const { from, request, ...remembered } = useMemory();
  const tokenOfLink = search.get("token");
  const { signIn, challenge, forgetChallenge, welcome, isBusy } = useSignInByMail();
  useEffect(() => {
    if (tokenOfLink !== null) navigate(paths.directLogin, { replace: true, state: { token: tokenOfLink } });
  }, [tokenOfLink, navigate]);

  const ask = async (email: string, isAgain: boolean) => {
    const { message, userId } = await call(askToSignIn, { body: { email } });
    navigate(paths.directLogin, { replace: isAgain, state: { from, request: { email, userId } } });
    return message;
  };

  if (challenge !== undefined)
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <SecondStep
          challenge={challenge}
          onEntered={welcome}
          onBack={() => {
            // The link or code is used up by now.
            navigate(paths.directLogin, { replace: true, state: { from } });
            forgetChallenge();
          }}
        />
      </Suspense>
    );
  const token = tokenOfLink ?? remembered.token;
  if (token !== undefined)
    return (
      <Frame description="Press the button to sign in on this device. The link works once.">
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
          onClick={() => navigate(paths.directLogin, { replace: true })}
        >
          Ask for another link
        </Button>
      </Frame>
    );
  if (request !== undefined)
    return (
      <Frame description={`${onTheirWay} Open the link in the email, or enter its code here.`}>
        <CodeForm
          // A new mail has a new code, so the field is emptied.
          key={request.userId}
          submitLabel="Sign In"
          busyLabel="Signing in..."
          onCode={(otpCode) => signIn({ userId: request.userId, otpCode })}
        />
        <div className="mt-3">
          <SendAgain
            label="Send it again"
            messageOf={mailErrorMessage}
            send={() => ask(request.email, true)}
          />
        </div>
      </Frame>
    );
  return <AskForMail ask={(email) => ask(email, false)} />;
}

function AskForMail({ ask }: { ask: (email: string) => Promise<string> }) {
  const send = async (address: string) => {
    try {
      await ask(address);
    } catch (error) {
      toast({ title: "Request Failed", description: mailErrorMessage(error), variant: "destructive" });
    }
  };
  return (
    <Frame description="No password needed: we will email you a link and a 6-digit code.">
      <EmailForm onSend={send} submitLabel="Send Link and Code" />
    </Frame>
  );
}

function Frame({ description, children }: { description: string; children: ReactNode }) {
  const { from } = useMemory();
  return (
    <PublicLayout title="Sign in by email" description={description}>
      {children}
      <Link
        href={paths.login}
        state={{ from }}
        className={classes(buttonClasses({ variant: "ghost", isWide: true }), "mt-1")}
      >
        Sign in with a password
      </Link>
    </PublicLayout>
  );
}

type Proof = { token: string } | { userId: string; otpCode: string };

function useSignInByMail() {
  const welcome = useWelcome();
  const [challenge, setChallenge] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const signIn = async (proof: Proof): Promise<boolean> => {
    setIsBusy(true);
    try {
      await settleSignOut();
      proceed(await call(signInByMail, { body: proof }));
      return true;
    } catch (error) {
      setIsBusy(false);
      const description = refusalOf(error)?.sentence ?? "An error occurred. Please try again.";
      toast({ title: "Login Failed", description, variant: "destructive" });
      return false;
    }
  };
  const proceed = (response: SignInResponse) => {
    if ("twoFactorRequired" in response) setChallenge(response.challenge);
    else welcome(response);
  };
  const forgetChallenge = () => {
    setChallenge(undefined);
    setIsBusy(false);
  };
  return { signIn, challenge, forgetChallenge, welcome, isBusy };
}
