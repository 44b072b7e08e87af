import { useSearchParams } from "wouter";
import * as z from "zod/mini";
import { resetPassword } from "#domains/accounts/password-contract.ts";
import { newPasswordHint } from "#domains/accounts/password-rules.ts";
import { resetFailed, useReset } from "#domains/accounts/web/reset-password.ts";
import { SuccessPanel } from "#domains/accounts/web/success-panel.tsx";
import { useContractForm } from "#web/contract-form.ts";
import { CircleCheck } from "#web/icons.ts";
import { PublicLayout } from "#web/layout/public-layout.tsx";
import { paths } from "#web/paths.ts";
import { showAtFields } from "#web/refusal.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";

const shape = z.extend(resetPassword.body, { confirmation: z.string() }).check(
  z.refine(({ newPassword, confirmation }) => newPassword === confirmation, {
    path: ["confirmation"],
    error: "Passwords do not match",
  }),
);

/** Sets a new password by the token of a mail, from its link or typed in (PWD-19 to PWD-33). */
export default function ResetPasswordPage() {
  const [search] = useSearchParams();
  const tokenOfLink = search.get("token") ?? "";
  const { reset, done } = useReset();

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
      <ResetForm tokenOfLink={tokenOfLink} reset={reset} />
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
  reset: (token: string, newPassword: string) => Promise<unknown>;
}

function ResetForm({ tokenOfLink, reset }: ResetFormProps) {
  const form = useContractForm(shape, { token: tokenOfLink, newPassword: "", confirmation: "" });
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = form.handleSubmit(
    async ({ token, newPassword }) => showAtFields(form)(await reset(token, newPassword)),
    ({ token }) => token?.message !== undefined && resetFailed(token.message),
  );
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {tokenOfLink === "" && (
        <>
          <Banner kind="warning" title="No Reset Token Found">
            Please open the link in the email again, or copy the token from it into the field below.
          </Banner>
          <Field label="Reset token" isRequired>
            <Input
              {...register("token", { setValueAs: tokenIn })}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
        </>
      )}
      <Field label="New password" hint={newPasswordHint} error={errors.newPassword?.message} isRequired>
        <PasswordInput {...register("newPassword")} autoComplete="new-password" />
      </Field>
      <Field label="Confirm password" error={errors.confirmation?.message} isRequired>
        <PasswordInput {...register("confirmation")} autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" size="lg" isWide isBusy={isSubmitting} busyLabel="Saving...">
        Reset Password
      </Button>
    </form>
  );
}

/** Accepts a pasted link too, and takes the token from it. */
function tokenIn(typed: string): string {
  const token = /[?&]token=([^&#\s]+)/.exec(typed)?.[1];
  return token ?? typed.trim();
}
