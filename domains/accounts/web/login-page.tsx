import { type FormEvent, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import * as z from "zod/mini";
import { signIn } from "#domains/accounts/contract.ts";
import { DemoAccounts } from "#domains/accounts/web/demo-accounts.tsx";
import { ApiError, call } from "#web/api-client.ts";
import { PublicLayout } from "#web/layout/public-layout.tsx";
import { fetchDashboard } from "#web/pages.ts";
import { paths } from "#web/paths.ts";
import { pageAskedFor } from "#web/session/page-asked-for.ts";
import { keepSession } from "#web/session/session-store.ts";
import { settleSignOut } from "#web/session/sign-out-later.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { toast } from "#web/ui/toast.tsx";

/** How long the welcome stands before the dashboard opens (LOG-13). */
const welcomeMs = 500;

type Credentials = z.input<typeof signIn.body>;

export default function LoginPage() {
  const [credentials, setCredentials] = useState<Credentials>({ email: "", password: "" });
  const [errors, setErrors] = useState<Partial<Credentials>>({});
  const { enter, isBusy } = useSignIn();
  const form = useRef<HTMLFormElement>(null);

  const submit = (given: Credentials) => {
    const checked = z.safeParse(signIn.body, given);
    const found = checked.success ? {} : z.flattenError(checked.error).fieldErrors;
    setErrors({ email: found.email?.[0], password: found.password?.[0] });
    if (checked.success) return void enter(checked.data);
    const wrong = found.email === undefined ? "password" : "email";
    form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(credentials);
  };
  const set = (change: Partial<Credentials>) => setCredentials({ ...credentials, ...change });

  return (
    <PublicLayout
      title="Sign in"
      description="Manage work orders, access documents and process payments, all in one place."
    >
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
      <div className="mt-6 flex items-center gap-3 text-ink-faint text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        New here?
      </div>
      <ButtonLink href={paths.register} size="lg" isWide className="mt-4">
        Create New Account
      </ButtonLink>
      <DemoAccounts
        isDisabled={isBusy}
        onChoose={({ email, password }) => {
          setCredentials({ email, password });
          submit({ email, password });
        }}
      />
    </PublicLayout>
  );
}

/** Signs in, says welcome and opens the page first asked for (LOG-10 to LOG-16). */
function useSignIn() {
  const [, navigate] = useLocation();
  const target = pageAskedFor(useHistoryState());
  const [isBusy, setIsBusy] = useState(false);

  const enter = async (credentials: Credentials) => {
    setIsBusy(true);
    try {
      await settleSignOut();
      const user = await call(signIn, { body: credentials });
      if ("twoFactorRequired" in user) return setIsBusy(false);
      const session = keepSession(user);
      fetchDashboard();
      toast({ title: "Login Successful", description: `Welcome back, ${user.fullName}!` });
      setTimeout(() => {
        navigate(target, { replace: true });
        session.begin();
      }, welcomeMs);
    } catch (error) {
      setIsBusy(false);
      toast({ title: "Login Failed", description: reasonOf(error), variant: "destructive" });
    }
  };
  return { enter, isBusy };
}

/** LOG-16. Refusals with a reason of their own, such as too many attempts, say it. */
function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return "Invalid email or password";
  if (error instanceof ApiError && error.status < 500 && error.problem !== undefined)
    return error.problem.message;
  return "An error occurred. Please try again.";
}
