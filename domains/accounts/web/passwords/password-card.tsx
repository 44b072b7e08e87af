import { changePassword } from "#domains/accounts/password-contract.ts";
import { registrationPasswordHint } from "#domains/accounts/password-rules.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { PasswordInput } from "#web/ui/forms/password-input.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { useChangePassword } from "./mutations.ts";

/** Changes the password. Requires the current password and ends all other sessions. */
export function PasswordCard() {
  const form = useContractForm(changePassword.body, {
    currentPassword: "",
    newPassword: "",
    revokeTokens: false,
  });
  const { register, formState } = form;
  const { errors } = formState;
  const hasTokens = useCan("tokens.use");
  const canWrite = useIsServerReachable();
  const change = useChangePassword();
  const save = form.handleSubmit((body) =>
    change.mutate(body, { onSuccess: () => form.reset(), onError: showFieldErrors(form) }),
  );
  return (
    <Section title="Password" description="Changing it signs out all your other devices.">
      <form noValidate onSubmit={save} className="space-y-4 px-(--inset) pt-4 pb-5">
        <FormError error={change.error} form={form} />
        <Field label="Current password" error={errors.currentPassword?.message} isRequired>
          <PasswordInput {...register("currentPassword")} autoComplete="current-password" />
        </Field>
        <Field
          label="New password"
          hint={registrationPasswordHint}
          error={errors.newPassword?.message}
          isRequired
        >
          <PasswordInput {...register("newPassword")} autoComplete="new-password" />
        </Field>
        {hasTokens && (
          <Checkbox
            {...register("revokeTokens")}
            label="Also revoke my API tokens"
            hint="Select this if someone else might have used your account. Integrations stop working until you give them new tokens."
          />
        )}
        <Button type="submit" disabled={!canWrite} isBusy={change.isPending} busyLabel="Changing...">
          Change Password
        </Button>
      </form>
    </Section>
  );
}
