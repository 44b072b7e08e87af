import { type FormEvent, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import * as z from "zod/mini";
import { newPassword as newPasswordRules } from "#domains/accounts/password-rules.ts";
import { resetFailed, useReset } from "#domains/accounts/web/reset-password.ts";
import { SuccessPanel } from "#domains/accounts/web/success-panel.tsx";
import { CircleCheck } from "#web/icons.ts";
import { PublicLayout } from "#web/layout/public-layout.tsx";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";

/** Chooses a new password with the token of a mail, or one typed in by hand (PWD-19 to PWD-33). */
export default function ResetPasswordPage() {
  const [search] = useSearchParams();
  const tokenOfLink = search.get("token") ?? "";
  const { reset, done, isBusy } = useReset();

  if (done !== undefined)
    return (
      <PublicLayout title="Password changed" description="All your other sessions are signed out.">
        <SuccessPanel icon={<CircleCheck aria-hidden="true" />} title={done.message}>
          {done.isSignedIn ? "Opening your dashboard..." : "Please sign in with your new password."}
        </SuccessPanel>
      </PublicLayout>
    );
  return (
    <PublicLayout title="Choose a new password" description="It replaces the old one on all your devices.">
      <ResetForm tokenOfLink={tokenOfLink} reset={reset} isBusy={isBusy} />
      <div className="mt-4 space-y-1">
        <ButtonLink href={paths.forgotPassword} variant="ghost" isWide>
          Ask for another link or code
        </ButtonLink>
        <ButtonLink href={paths.login} variant="ghost" isWide>
          Back to sign in
        </ButtonLink>
      </div>
    </PublicLayout>
  );
}

interface ResetFormProps {
  tokenOfLink: string;
  reset: (token: string, newPassword: string) => Promise<Record<string, string>>;
  isBusy: boolean;
}

function ResetForm({ tokenOfLink, reset, isBusy }: ResetFormProps) {
  const [entries, setEntries] = useState({ token: "", newPassword: "", confirmation: "" });
  const [errors, setErrors] = useState<{
    newPassword?: string | undefined;
    confirmation?: string | undefined;
  }>({});
  const form = useRef<HTMLFormElement>(null);
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { newPassword, confirmation } = entries;
    const token = tokenOfLink || tokenIn(entries.token);
    const weak = z.safeParse(newPasswordRules, newPassword).error?.issues[0]?.message;
    const differs = newPassword === confirmation ? undefined : "Passwords do not match";
    setErrors({ newPassword: weak, confirmation: differs });
    if (token === "") {
      resetFailed("Reset token missing");
      return focus("token");
    }
    if (weak !== undefined) return focus("newPassword");
    if (differs !== undefined) return focus("confirmation");
    const refused = await reset(token, newPassword);
    setErrors({ newPassword: refused.newPassword });
    if (refused.newPassword !== undefined) focus("newPassword");
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      {tokenOfLink === "" && (
        <>
          <Banner kind="warning" title="No Reset Token Found">
            Please open the link in the mail again, or copy the token from it into the field below.
          </Banner>
          <Field label="Reset token" isRequired>
            <Input
              name="token"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={entries.token}
              onChange={(event) => setEntries({ ...entries, token: event.target.value })}
            />
          </Field>
        </>
      )}
      <Field
        label="New password"
        hint="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
        error={errors.newPassword}
        isRequired
      >
        <PasswordInput
          name="newPassword"
          autoComplete="new-password"
          value={entries.newPassword}
          onChange={(event) => setEntries({ ...entries, newPassword: event.target.value })}
        />
      </Field>
      <Field label="Confirm password" error={errors.confirmation} isRequired>
        <PasswordInput
          name="confirmation"
          autoComplete="new-password"
          value={entries.confirmation}
          onChange={(event) => setEntries({ ...entries, confirmation: event.target.value })}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" isWide isBusy={isBusy} busyLabel="Saving...">
        Reset Password
      </Button>
    </form>
  );
}

/** Whoever copies the whole link means the token in it. */
function tokenIn(typed: string): string {
  const token = /[?&]token=([^&#\s]+)/.exec(typed)?.[1];
  return token ?? typed.trim();
}
