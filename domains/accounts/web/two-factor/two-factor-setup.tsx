import { startTwoFactorSetup, type TwoFactorStatus } from "#domains/accounts/two-factor-contract.ts";
import { ResendConfirmationButton } from "#domains/accounts/web/sign-in/resend-confirmation-button.tsx";
import { AppStep } from "#domains/accounts/web/two-factor/app-step.tsx";
import { useStartTwoFactorSetup, useTurnOnTwoFactor } from "#domains/accounts/web/two-factor/mutations.ts";
import { RecoveryCodes } from "#domains/accounts/web/two-factor/recovery-codes.tsx";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { PasswordInput } from "#web/ui/forms/password-input.tsx";

interface TwoFactorSetupProps {
  twoFactor: TwoFactorStatus;
  /** Called once two-factor authentication is on and the recovery codes are saved. */
  onDone: () => void;
  /** Undefined if the setup is mandatory. */
  onCancel?: (() => void) | undefined;
}

/**
 * Turns on two-factor authentication step by step: the password, the app and its first code, then the
 * recovery codes.
 */
export function TwoFactorSetup({ twoFactor, onDone, onCancel }: TwoFactorSetupProps) {
  const { emailConfirmed } = useUser();
  const startSetup = useStartTwoFactorSetup();
  const turnOn = useTurnOnTwoFactor();
  if (turnOn.data !== undefined) return <RecoveryCodes codes={turnOn.data.recoveryCodes} onDone={onDone} />;
  // Two-factor authentication might have been turned on in another window.
  if (twoFactor.isOn) return <AlreadyOnNotice onDone={onDone} />;
  if (startSetup.data !== undefined)
    return (
      <AppStep
        {...startSetup.data}
        codeLabel="Code from your app"
        submitLabel="Turn on"
        busyLabel="Turning on..."
        mutation={turnOn}
        cancelLabel={onCancel === undefined ? "Back" : "Cancel"}
        onCancel={onCancel ?? (() => startSetup.reset())}
      />
    );
  if (!emailConfirmed) return <ConfirmAddressNotice onCancel={onCancel} />;
  return twoFactor.hasPassword ? (
    <PasswordStep startSetup={startSetup} onCancel={onCancel} />
  ) : (
    <NoPasswordNotice onCancel={onCancel} />
  );
}

function AlreadyOnNotice({ onDone }: { onDone: () => void }) {
  return (
    <div className="space-y-4">
      <p>Two-factor authentication is on.</p>
      <Button variant="primary" onClick={onDone}>
        Continue
      </Button>
    </div>
  );
}

function ConfirmAddressNotice({ onCancel }: { onCancel: (() => void) | undefined }) {
  const { email } = useUser();
  return (
    <div className="space-y-4">
      <Banner kind="info" title="Confirm your email address first" action={<ResendConfirmationButton />}>
        {`We emailed a link to ${email}. Open it, then come back to turn on two-factor authentication.`}
      </Banner>
      {onCancel !== undefined && <Button onClick={onCancel}>Close</Button>}
    </div>
  );
}

function NoPasswordNotice({ onCancel }: { onCancel: (() => void) | undefined }) {
  return (
    <Banner
      kind="info"
      title="Your account has no password yet"
      action={onCancel && <Button onClick={onCancel}>Close</Button>}
    >
      Two-factor authentication needs a password as well as a code. Sign out, choose{" "}
      <strong className="font-medium">Forgot Password</strong> on the sign-in page to set one, then come back.
    </Banner>
  );
}

interface PasswordStepProps {
  startSetup: ReturnType<typeof useStartTwoFactorSetup>;
  onCancel: (() => void) | undefined;
}

function PasswordStep({ startSetup, onCancel }: PasswordStepProps) {
  const form = useContractForm(startTwoFactorSetup.body, { password: "" });
  const canWrite = useIsServerReachable();
  const submit = form.handleSubmit(({ password }) =>
    startSetup.mutate(password, { onError: showFieldErrors(form) }),
  );
  return (
    <form noValidate onSubmit={submit} className="max-w-md space-y-4">
      <p>
        You'll need an authenticator app on your phone, such as the one in your password manager. First,
        confirm your password.
      </p>
      <FormError error={startSetup.error} form={form} />
      <Field label="Your password" error={form.formState.errors.password?.message} isRequired>
        <PasswordInput {...form.register("password")} autoComplete="current-password" />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          disabled={!canWrite}
          isBusy={startSetup.isPending}
          busyLabel="Checking..."
        >
          Continue
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}
