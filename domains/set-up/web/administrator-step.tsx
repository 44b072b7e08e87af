import { useState } from "react";
import { useLocation } from "wouter";
import { registrationPasswordHint } from "#domains/accounts/password-rules.ts";
import { forgetDraft, type SetUpDraft } from "#domains/set-up/web/draft.ts";
import { SetUpFrame } from "#domains/set-up/web/set-up-frame.tsx";
import { call } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { paths } from "#web/paths.ts";
import { showAtFields } from "#web/refusal.ts";
import { keepSession } from "#web/session/session-store.ts";
import { settleSignOut } from "#web/session/sign-out-later.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { begin, newAdministrator } from "../contract.ts";

interface StepProps {
  token: string;
  draft: SetUpDraft;
  onChange: (changes: Partial<SetUpDraft>) => void;
}

/** The second step creates the account and saves the entries of the first step. */
export function AdministratorStep({ token, draft, onChange }: StepProps) {
  const [, navigate] = useLocation();
  const { name, timeZone, fullName, email } = draft;
  const form = useContractForm(newAdministrator, { fullName, email, password: "" });
  const { register, formState } = form;
  const { errors } = formState;
  const [failure, setFailure] = useState<unknown>(null);
  const isBusy = formState.isSubmitting || (formState.isSubmitSuccessful && failure === null);

  const send = form.handleSubmit(async (administrator) => {
    setFailure(null);
    try {
      await settleSignOut();
      const body = { ...administrator, setupToken: token, organisation: { name, timeZone } };
      const user = await call(begin, { body });
      forgetDraft();
      const session = keepSession(user);
      navigate(paths.setUp, { replace: true });
      session.begin();
    } catch (error) {
      setFailure(error);
      showAtFields(form)(error);
    }
  });

  return (
    <SetUpFrame
      step={2}
      title="Your administrator account"
      description={`You run the portal of ${name}: you can do everything, and invite other people.`}
    >
      <form noValidate onSubmit={send} className="space-y-5">
        <Field label="Full Name" error={errors.fullName?.message} isRequired>
          <Input
            {...register("fullName", { onChange: ({ target }) => onChange({ fullName: target.value }) })}
            maxLength={120}
            autoComplete="name"
          />
        </Field>
        <Field
          label="Email"
          hint="You use it to sign in. We send a link to confirm that it is yours."
          error={errors.email?.message}
          isRequired
        >
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
        <Refused error={failure} form={form} />
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
    </SetUpFrame>
  );
}
