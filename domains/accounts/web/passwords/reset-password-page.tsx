import { useSearchParams } from "wouter";
import * as z from "zod/mini";
import { resetPassword } from "#domains/accounts/password-contract.ts";
import { newPasswordHint } from "#domains/accounts/password-rules.ts";
import { showResetError, useResetPassword } from "#domains/accounts/web/passwords/use-reset-password.ts";
import { SuccessPanel } from "#domains/accounts/web/sign-in/success-panel.tsx";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { CircleCheck } from "#web/icons.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { PasswordInput } from "#web/ui/forms/password-input.tsx";
import { PublicLayout } from "#web/ui/page/public-layout.tsx";
import { forgotPasswordPath, loginPath } from "../../paths.ts";

const shape = z.extend(resetPassword.body, { confirmation: z.string() }).check(
  z.refine(({ newPassword, confirmation }) => newPassword === confirmation, {
    path: ["confirmation"],
    error: "Passwords do not match",
  }),
);

/** Sets a new password with an emailed token, taken from the link or typed in (PWD-19 to PWD-33). */
export default function ResetPasswordPage() {
  const [search] = useSearchParams();
  const linkToken = search.get("token") ?? "";
  const { reset, result } = useResetPassword();

  if (result !== undefined)
    return (
      <PublicLayout title="Password changed" description="You've been signed out on all other devices.">
        <SuccessPanel icon={<CircleCheck aria-hidden="true" />} title={result.message}>
          {result.isSignedIn ? "Opening your dashboard..." : "Sign in with your new password."}
        </SuccessPanel>
      </PublicLayout>
    );
  return (
    <PublicLayout title="Choose a new password" description="It replaces your old password on all devices.">
      <ResetForm linkToken={linkToken} reset={reset} />
      <div className="mt-4 space-y-1">
        <ButtonLink href={forgotPasswordPath} variant="ghost" isWide>
          Request a new link or code
        </ButtonLink>
        <ButtonLink href={loginPath} variant="ghost" isWide>
          Back to sign in
        </ButtonLink>
      </div>
    </PublicLayout>
  );
}

interface ResetFormProps {
  linkToken: string;
  reset: (token: string, newPassword: string) => Promise<unknown>;
}

function ResetForm({ linkToken, reset }: ResetFormProps) {
  const form = useContractForm(shape, { token: linkToken, newPassword: "", confirmation: "" });
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = form.handleSubmit(
    async ({ token, newPassword }) => showFieldErrors(form)(await reset(token, newPassword)),
    ({ token }) => token?.message !== undefined && showResetError(token.message),
  );
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {linkToken === "" && (
        <>
          <Banner kind="warning" title="No Reset Token Found">
            Open the link in the email again, or paste the token from it below.
          </Banner>
          <Field label="Reset token" isRequired>
            <Input
              {...register("token", { setValueAs: extractToken })}
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

/** Extracts the token from a pasted link. */
function extractToken(input: string): string {
  const token = /[?&]token=([^&#\s]+)/.exec(input)?.[1];
  return token ?? input.trim();
}
