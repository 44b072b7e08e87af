import { type FormEvent, Suspense, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import * as z from "zod/mini";
import { signIn } from "#domains/accounts/contract.ts";
import { useCompleteSignIn } from "#domains/accounts/web/sign-in/use-complete-sign-in.ts";
import { useWorkSignIn } from "#domains/accounts/web/sign-in/work-sign-in.ts";
import { registerPath } from "#domains/people/paths.ts";
import { type PublicConfig, readConfig } from "#domains/settings/public-config-contract.ts";
import { ApiError, call } from "#web/api-client.ts";
import { useOthersPendingCounts } from "#web/offline-queue/pending-counts.ts";
import { takeOver } from "#web/prerendered.ts";
import { sendPendingSignOut } from "#web/session/pending-sign-out.ts";
import { Button, ButtonLink, buttonClasses } from "#web/ui/button.tsx";
import { Face } from "#web/ui/faces/face.tsx";
import { PendingOfOtherUser } from "#web/ui/feedback/pending-of-other-user.tsx";
import { FullPageSpinner } from "#web/ui/feedback/spinner.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { PasswordInput } from "#web/ui/forms/password-input.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PublicLayout } from "#web/ui/page/public-layout.tsx";
import { useResponse } from "#web/use-response.ts";
import { directLoginPath, forgotPasswordPath } from "../../paths.ts";

/** Only for people who have turned on two-factor authentication. */
const SecondStep = lazyPart(() => import("#domains/accounts/web/sign-in/second-step.tsx"));

type Credentials = z.input<typeof signIn.body>;

/**
 * The form doesn't use react-hook-form, which keeps the first visit light. The build prerenders it. Text typed
 * before the script loads is kept, and a form submitted before then uses POST, so no password ends up in a URL.
 */
export default function LoginPage() {
  const [credentials, setCredentials] = useState<Credentials>({ email: "", password: "" });
  const [errors, setErrors] = useState<Partial<Credentials>>({});
  const { submitCredentials, isBusy, challenge, forgetChallenge, completeSignIn } = useSignIn();
  const historyState: unknown = useHistoryState();
  const workSignIn = useWorkSignIn();
  const config = useResponse(readConfig).data;
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => takeOver(), []);

  const submit = (values: Credentials) => {
    setCredentials(values);
    const checked = z.safeParse(signIn.body, values);
    const fieldErrors = checked.success ? {} : z.flattenError(checked.error).fieldErrors;
    setErrors({ email: fieldErrors.email?.[0], password: fieldErrors.password?.[0] });
    if (checked.success) return void submitCredentials(checked.data);
    const firstInvalidField = fieldErrors.email === undefined ? "password" : "email";
    form.current?.querySelector<HTMLInputElement>(`[name=${firstInvalidField}]`)?.focus();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The form has only these two text inputs.
    submit(Object.fromEntries(new FormData(event.currentTarget)) as Credentials);
  };

  if (challenge !== undefined)
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <SecondStep challenge={challenge} onSignedIn={completeSignIn} onBack={forgetChallenge} />
      </Suspense>
    );
  return (
    <PublicLayout
      title="Sign in"
      description="Manage work orders, access documents and process payments, all in one place."
    >
      <UnsentChangesNotice />
      {config?.isSetUp === false && <SetupNotice />}
      <form ref={form} method="post" noValidate onSubmit={onSubmit} className="space-y-4">
        <Field label="Email" error={errors.email} isRequired>
          <Input
            name="email"
            type="email"
            inputMode="email"
            autoComplete="username"
            defaultValue={credentials.email}
          />
        </Field>
        <Field
          label="Password"
          error={errors.password}
          isRequired
          aside={
            <Link
              href={forgotPasswordPath}
              className="thumb rounded-sm font-medium text-accent-text text-sm hover:underline"
            >
              Forgot Password
            </Link>
          }
        >
          <PasswordInput
            name="password"
            autoComplete="current-password"
            defaultValue={credentials.password}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" isWide isBusy={isBusy} busyLabel="Signing in...">
          Sign In
        </Button>
      </form>
      <div className="mt-2 grid gap-2">
        {config?.hasWorkAccounts === true && (
          <Button isWide isBusy={workSignIn.isBusy} onClick={workSignIn.start}>
            Sign In with Work Account
          </Button>
        )}
        {config?.sendsEmails !== false && (
          <Link
            href={directLoginPath}
            state={historyState}
            className={buttonClasses({ variant: "ghost", isWide: true })}
          >
            Sign in by email
          </Link>
        )}
        <ButtonLink href={registerPath} isWide>
          Create New Account
        </ButtonLink>
      </div>
      <DemoAccounts
        demo={config?.demo}
        isDisabled={isBusy}
        onSelect={(account) => {
          for (const input of form.current?.querySelectorAll("input") ?? [])
            input.value = account[input.name as keyof Credentials];
          submit(account);
        }}
      />
    </PublicLayout>
  );
}

/** Shown on a portal without accounts. Only the person who started the server has the setup link. */
const SetupNotice = () => (
  <p role="status" className="mb-4 rounded-card bg-sunken px-4 py-3">
    This portal isn't set up yet. To create the first administrator, open the setup link that the portal
    printed when it started. Restart it for a new link.
  </p>
);

/** Tells people who were signed out with unsent changes that the changes are still on this device. */
function UnsentChangesNotice() {
  const unsent = useOthersPendingCounts(undefined);
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
  const completeSignIn = useCompleteSignIn();
  const [isBusy, setIsBusy] = useState(false);
  const [challenge, setChallenge] = useState<string>();

  const submitCredentials = async (credentials: Credentials) => {
    setIsBusy(true);
    try {
      await sendPendingSignOut();
      const user = await call(signIn, { body: credentials });
      if ("twoFactorRequired" in user) setChallenge(user.challenge);
      else completeSignIn(user);
    } catch (error) {
      setIsBusy(false);
      toast({ title: "Login Failed", description: toErrorMessage(error), variant: "destructive" });
    }
  };
  const forgetChallenge = () => {
    setChallenge(undefined);
    setIsBusy(false);
  };
  return { submitCredentials, isBusy, challenge, forgetChallenge, completeSignIn };
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
  demo: PublicConfig["demo"] | undefined;
  isDisabled: boolean;
  onSelect: (account: { email: string; password: string }) => void;
}

/** One button per demo account. It fills in the form and signs in (LOG-04, LOG-05). */
function DemoAccounts({ demo, isDisabled, onSelect }: DemoAccountsProps) {
  if (demo == null) return null;
  return (
    <section
      aria-labelledby="demo-accounts"
      className="mt-7 animate-fade-in border-line border-t pt-3 text-ink-soft"
    >
      <h2 id="demo-accounts" className="font-normal text-sm tracking-normal">
        Demo accounts
      </h2>
      <div className="-mx-2 mt-1.5 grid grid-cols-5">
        {demo.accounts.map(({ label, ...account }, index) => (
          <button
            key={account.email}
            type="button"
            disabled={isDisabled}
            onClick={() => onSelect(account)}
            className="flex min-h-16 flex-col items-center justify-center gap-1 rounded-control text-xs transition-colors hover:bg-hover hover:text-ink disabled:opacity-55"
          >
            <Face person={{ id: index, fullName: label }} />
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}
