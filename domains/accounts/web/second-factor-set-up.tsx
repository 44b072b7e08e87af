import { prepareSecondFactor, type SecondFactor } from "#domains/accounts/second-factor-contract.ts";
import { AppStep } from "#domains/accounts/web/app-step.tsx";
import { RecoveryCodes } from "#domains/accounts/web/recovery-codes.tsx";
import { usePrepareSecondFactor, useTurnOnSecondFactor } from "#domains/accounts/web/second-factor.ts";
import { SendConfirmationAgain } from "#domains/accounts/web/send-confirmation-again.tsx";
import { useContractForm } from "#web/contract-form.ts";
import { showAtFields } from "#web/refusal.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Refused } from "#web/ui/refused.tsx";

interface SetUpProps {
  secondFactor: SecondFactor;
  /** Two-factor sign-in is on, and the recovery codes are saved. */
  onDone: () => void;
  /** Undefined where the setup is mandatory. */
  onCancel?: (() => void) | undefined;
}

/** Turns two-factor sign-in on, step by step: the password, the app and its first code, the recovery codes. */
export function SecondFactorSetUp({ secondFactor, onDone, onCancel }: SetUpProps) {
  const { emailConfirmed } = useUser();
  const prepare = usePrepareSecondFactor();
  const turnOn = useTurnOnSecondFactor();
  if (turnOn.data !== undefined) return <RecoveryCodes codes={turnOn.data.recoveryCodes} onDone={onDone} />;
  // Two-factor sign-in may have been turned on in another window.
  if (secondFactor.isOn) return <IsOn onDone={onDone} />;
  if (prepare.data !== undefined)
    return (
      <AppStep
        {...prepare.data}
        codeLabel="Code from your app"
        submitLabel="Turn on"
        busyLabel="Turning on..."
        change={turnOn}
        cancelLabel={onCancel === undefined ? "Back" : "Cancel"}
        onCancel={onCancel ?? (() => prepare.reset())}
      />
    );
  if (!emailConfirmed) return <NotConfirmed onCancel={onCancel} />;
  return secondFactor.hasPassword ? (
    <PasswordStep prepare={prepare} onCancel={onCancel} />
  ) : (
    <NoPassword onCancel={onCancel} />
  );
}

function IsOn({ onDone }: { onDone: () => void }) {
  return (
    <div className="space-y-4">
      <p>Two-factor sign-in is on.</p>
      <Button variant="primary" onClick={onDone}>
        Continue
      </Button>
    </div>
  );
}

function NotConfirmed({ onCancel }: { onCancel: (() => void) | undefined }) {
  const { email } = useUser();
  return (
    <div className="space-y-4">
      <Banner kind="info" title="Please confirm your email address first" action={<SendConfirmationAgain />}>
        {`We mailed a link to ${email}. Two-factor sign-in can be turned on once you have opened it.`}
      </Banner>
      {onCancel !== undefined && <Button onClick={onCancel}>Close</Button>}
    </div>
  );
}

function NoPassword({ onCancel }: { onCancel: (() => void) | undefined }) {
  return (
    <Banner
      kind="info"
      title="Your account has no password yet"
      action={onCancel && <Button onClick={onCancel}>Close</Button>}
    >
      Two-factor sign-in is a password and a code. Please sign out and choose{" "}
      <strong className="font-medium">Forgot password?</strong> on the sign-in page to set a password, then
      come back here.
    </Banner>
  );
}

interface PasswordStepProps {
  prepare: ReturnType<typeof usePrepareSecondFactor>;
  onCancel: (() => void) | undefined;
}

function PasswordStep({ prepare, onCancel }: PasswordStepProps) {
  const form = useContractForm(prepareSecondFactor.body, { password: "" });
  const canWrite = useIsServerReachable();
  const submit = form.handleSubmit(({ password }) =>
    prepare.mutate(password, { onError: showAtFields(form) }),
  );
  return (
    <form noValidate onSubmit={submit} className="max-w-md space-y-4">
      <p>
        You need an authenticator app on your phone, such as the one of your password manager. Please confirm
        your identity first.
      </p>
      <Refused error={prepare.error} form={form} />
      <Field label="Your password" error={form.formState.errors.password?.message} isRequired>
        <PasswordInput {...form.register("password")} autoComplete="current-password" />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          disabled={!canWrite}
          isBusy={prepare.isPending}
          busyLabel="Checking..."
        >
          Continue
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}
