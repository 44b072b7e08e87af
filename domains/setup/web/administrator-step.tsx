import { useState } from "react";
import { useLocation } from "wouter";
import { registrationPasswordHint } from "#domains/accounts/password-rules.ts";
import { parseFee } from "#domains/settings/web/form-values.ts";
import { clearDraft, type SetupDraft } from "#domains/setup/web/draft.ts";
import { SetupFrame } from "#domains/setup/web/setup-frame.tsx";
import { call } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { sendPendingSignOut } from "#web/session/pending-sign-out.ts";
import { storeSession } from "#web/session/session-store.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { PasswordInput } from "#web/ui/forms/password-input.tsx";
import { newAdministrator, startSetup } from "../contract.ts";
import { setupPath } from "../paths.ts";

interface StepProps {
  token: string;
  draft: SetupDraft;
  onChange: (changes: Partial<SetupDraft>) => void;
}

/** The second step. Creates the account and saves the values of the first step. */
export function AdministratorStep({ token, draft, onChange }: StepProps) {
  const [, navigate] = useLocation();
  const { name, timeZone, cardFee, fullName, email } = draft;
  const form = useContractForm(newAdministrator, { fullName, email, password: "" });
  const { register, formState } = form;
  const { errors } = formState;
  const [failure, setFailure] = useState<unknown>(null);
  const isBusy = formState.isSubmitting || (formState.isSubmitSuccessful && failure === null);

  const createAccount = form.handleSubmit(async (administrator) => {
    setFailure(null);
    try {
      await sendPendingSignOut();
      const organization = { name, timeZone, cardFeeBasisPoints: parseFee(cardFee) ?? 0 };
      const body = { ...administrator, setupToken: token, organization };
      const user = await call(startSetup, { body });
      clearDraft();
      const session = storeSession(user);
      navigate(setupPath, { replace: true });
      session.start();
    } catch (error) {
      setFailure(error);
      showFieldErrors(form)(error);
    }
  });

  return (
    <SetupFrame
      step={2}
      title="Your administrator account"
      description={`As an administrator of ${name}, you can do everything and invite other people.`}
    >
      <form noValidate onSubmit={createAccount} className="space-y-5">
        <Field label="Full name" error={errors.fullName?.message} isRequired>
          <Input
            {...register("fullName", { onChange: ({ target }) => onChange({ fullName: target.value }) })}
            maxLength={120}
            autoComplete="name"
          />
        </Field>
        <Field label="Email" hint="You'll use this to sign in." error={errors.email?.message} isRequired>
          <Input
            {...register("email", { onChange: ({ target }) => onChange({ email: target.value }) })}
            type="email"
            inputMode="email"
            autoComplete="email"
          />
        </Field>
        <Field label="Password" hint={registrationPasswordHint} error={errors.password?.message} isRequired>
          <PasswordInput {...register("password")} autoComplete="new-password" />
        </Field>
        <FormError error={failure} form={form} />
        <div className="flex flex-wrap justify-between gap-2">
          <Button size="lg" disabled={isBusy} onClick={() => onChange({ step: 1 })}>
            Back
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            isBusy={isBusy}
            busyLabel="Creating account..."
            className="max-sm:flex-1"
          >
            Create Account
          </Button>
        </div>
      </form>
    </SetupFrame>
  );
}
