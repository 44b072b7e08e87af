import { type FormEvent, Suspense, useRef, useState } from "react";
import { Link } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import * as z from "zod/mini";
import { signIn } from "#domains/accounts/contract.ts";
import { useWelcome } from "#domains/accounts/web/sign-in/welcome.ts";
import { registerPath } from "#domains/people/paths.ts";
import { readConfig } from "#domains/settings/public-config-contract.ts";
import { ApiError, call } from "#web/api-client.ts";
import { usePendingOfOthers } from "#web/offline-queue/pending-counts.ts";
import { sendPendingSignOut } from "#web/session/pending-sign-out.ts";
import { Button, ButtonLink, buttonClasses } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { PendingOfOtherUser } from "#web/ui/pending-of-other-user.tsx";
import { PublicLayout } from "#web/ui/public-layout.tsx";
import { FullPageSpinner } from "#web/ui/spinner.tsx";
import { toast } from "#web/ui/toast.tsx";
import { useResponse } from "#web/use-response.ts";
import { directLoginPath, forgotPasswordPath } from "../../paths.ts";

/** Only for people who have turned on two-factor authentication. */
const SecondStep = lazyPart(() => import("#domains/accounts/web/sign-in/second-step.tsx"));

type Credentials = z.input<typeof signIn.body>;

/** The form doesn't use react-hook-form, to keep the first visit light. */
export default function LoginPage() {
  const [credentials, setCredentials] = useState<Credentials>({ email: "", password: "" });
  const [errors, setErrors] = useState<Partial<Credentials>>({});
  const { submitCredentials, isBusy, challenge, forgetChallenge, welcome } = useSignIn();
  const historyState: unknown = useHistoryState();
  const form = useRef<HTMLFormElement>(null);

  const submit = (values: Credentials) => {
    const checked = z.safeParse(signIn.body, values);
    const fieldErrors = checked.success ? {} : z.flattenError(checked.error).fieldErrors;
    setErrors({ email: fieldErrors.email?.[0], password: fieldErrors.password?.[0] });
    if (checked.success) return void submitCredentials(checked.data);
    const invalid = fieldErrors.email === undefined ? "password" : "email";
    form.current?.querySelector<HTMLInputElement>(`[name=${invalid}]`)?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(credentials);
  };
  const set = (change: Partial<Credentials>) => setCredentials({ ...credentials, ...change });

  if (challenge !== undefined)
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <SecondStep challenge={challenge} onSignedIn={welcome} onBack={forgetChallenge} />
      </Suspense>
    );
  return (
    <PublicLayout
      title="Sign in"
      description="Manage work orders, access documents and process payments, all in one place."
    >
      <UnsentChangesNotice />
      <form ref={form} noValidate onSubmit={onSubmit} className="space-y-4">
        <Field label="Email" error={errors.email} isRequired>
          <Input
            name="email"
            type="email"
            inputMode="email"
            autoComplete="username"
            value={credentials.email}
            onChange={(event) => set({ email: event.target.value })}
          />
        </Field>
        <Field label="Password" error={errors.password} isRequired>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={credentials.password}
            onChange={(event) => set({ password: event.target.value })}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" isWide isBusy={isBusy} busyLabel="Signing in...">
          Sign In
        </Button>
      </form>
      <div className="mt-3 flex justify-between gap-3">
        <ButtonLink href={forgotPasswordPath} variant="ghost" size="sm">
          Forgot Password
        </ButtonLink>
        <Link
          href={directLoginPath}
          state={historyState}
          className={buttonClasses({ variant: "ghost", size: "sm" })}
        >
          Sign in by email
        </Link>
      </div>
      <div className="mt-6 flex items-center gap-3 text-ink-faint text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        New here?
      </div>
      <ButtonLink href={registerPath} size="lg" isWide className="mt-4">
        Create New Account
      </ButtonLink>
      <DemoAccounts
        isDisabled={isBusy}
        onSelect={({ email, password }) => {
          setCredentials({ email, password });
          submit({ email, password });
        }}
      />
    </PublicLayout>
  );
}

/** Tells people who were signed out with unsent changes that the changes are still on this device. */
function UnsentChangesNotice() {
  const unsent = usePendingOfOthers(undefined);
  if (unsent.length === 0) return null;
  return (
    <div className="mb-4 space-y-3">
      {unsent.map((changes) => (
        <PendingOfOtherUser key={changes.id} changes={changes} />
      ))}
    </div>
  );
}

/** Signs in (LOG-10 to LOG-16). `challenge` is set while a second step is required. */
function useSignIn() {
  const welcome = useWelcome();
  const [isBusy, setIsBusy] = useState(false);
  const [challenge, setChallenge] = useState<string>();

  const submitCredentials = async (credentials: Credentials) => {
    setIsBusy(true);
    try {
      await sendPendingSignOut();
      const user = await call(signIn, { body: credentials });
      if ("twoFactorRequired" in user) setChallenge(user.challenge);
      else welcome(user);
    } catch (error) {
      setIsBusy(false);
      toast({ title: "Login Failed", description: toErrorMessage(error), variant: "destructive" });
    }
  };
  const forgetChallenge = () => {
    setChallenge(undefined);
    setIsBusy(false);
  };
  return { submitCredentials, isBusy, challenge, forgetChallenge, welcome };
}

/**
 * The message for a failed sign-in (LOG-16). A rejection with its own reason, such as too many attempts,
 * shows that reason.
 */
function toErrorMessage(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return "Invalid email or password";
  if (error instanceof ApiError && error.status < 500 && error.problem !== undefined)
    return error.problem.message;
  return "An error occurred. Please try again.";
}

interface DemoAccountsProps {
  isDisabled: boolean;
  onSelect: (account: { email: string; password: string }) => void;
}

/** A button per account fills in the form and signs in (LOG-04, LOG-05). Shown in demo mode only. */
function DemoAccounts({ isDisabled, onSelect }: DemoAccountsProps) {
  const demo = useResponse(readConfig).data?.demo;
  if (demo == null) return null;
  return (
    <section
      aria-labelledby="demo-accounts"
      className="mt-8 animate-fade-in rounded-card bg-sunken p-4 ring-1 ring-line ring-inset"
    >
      <h2 id="demo-accounts" className="tracking-normal">
        Demo accounts
      </h2>
      <p className="mt-0.5 text-ink-soft text-sm">Sample data to explore. One click signs you in.</p>
      <div className="mt-3 grid grid-cols-3 gap-2">
        {demo.accounts.map((account) => (
          <Button key={account.email} size="sm" disabled={isDisabled} onClick={() => onSelect(account)}>
            {account.label}
          </Button>
        ))}
      </div>
    </section>
  );
}
