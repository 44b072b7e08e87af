import { type FormEvent, lazy, Suspense, useState } from "react";
import type { SecondFactor } from "#domains/accounts/second-factor-contract.ts";
import { RecoveryCodes } from "#domains/accounts/web/recovery-codes.tsx";
import { usePrepareSecondFactor, useTurnOnSecondFactor } from "#domains/accounts/web/second-factor.ts";
import { userMessageOf } from "#web/api-client.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const KeyCode = lazy(() => import("#domains/accounts/web/key-code.tsx"));

interface SetUpProps {
  secondFactor: SecondFactor;
  /** It is on, and the recovery codes were kept. */
  onDone: () => void;
  /** Missing where there is no way around it. */
  onCancel?: (() => void) | undefined;
}

/** Turns two-factor sign-in on, step by step: the password, the app and its first code, the recovery codes. */
export function SecondFactorSetUp({ secondFactor, onDone, onCancel }: SetUpProps) {
  const prepare = usePrepareSecondFactor();
  const turnOn = useTurnOnSecondFactor();
  if (turnOn.data !== undefined) return <RecoveryCodes codes={turnOn.data.recoveryCodes} onDone={onDone} />;
  // Perhaps in another window.
  if (secondFactor.isOn) return <IsOn onDone={onDone} />;
  const steps = { prepare, turnOn, onCancel };
  if (prepare.data !== undefined) return <AppStep {...prepare.data} {...steps} />;
  return secondFactor.hasPassword ? <PasswordStep {...steps} /> : <NoPassword onCancel={onCancel} />;
}

interface Steps {
  prepare: ReturnType<typeof usePrepareSecondFactor>;
  turnOn: ReturnType<typeof useTurnOnSecondFactor>;
  onCancel: (() => void) | undefined;
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

function PasswordStep({ prepare, onCancel }: Steps) {
  const [password, setPassword] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const canWrite = useIsServerReachable();
  const atField = fieldErrorsOf(prepare.error).password;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(password === "");
    if (password !== "") prepare.mutate(password);
  };
  return (
    <form noValidate onSubmit={submit} className="max-w-md space-y-4">
      <p>
        You need an authenticator app on your phone, such as the one of your password manager. First please
        confirm that it is you.
      </p>
      {prepare.error !== null && atField === undefined && (
        <Banner kind="danger" title={userMessageOf(prepare.error)} />
      )}
      <Field label="Your password" error={isMissing ? "Please enter your password" : atField} isRequired>
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            setIsMissing(false);
          }}
        />
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

function AppStep({ secret, uri, prepare, turnOn, onCancel }: Steps & { secret: string; uri: string }) {
  const [code, setCode] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const canWrite = useIsServerReachable();
  const atField = fieldErrorsOf(turnOn.error).code;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(code.trim() === "");
    if (code.trim() !== "") turnOn.mutate(code);
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <p className="max-w-[60ch]">
        Scan this with your authenticator app. On the phone itself,{" "}
        <a href={uri} className="text-accent-text underline underline-offset-4">
          open the app with this link
        </a>{" "}
        or type the key.
      </p>
      <div className="flex flex-wrap items-center gap-5">
        <div className="shrink-0 rounded-control border border-line bg-white p-3">
          <Suspense fallback={<Skeleton className="size-44" />}>
            <KeyCode uri={uri} />
          </Suspense>
        </div>
        <div className="min-w-0 flex-1 basis-52 space-y-4">
          <Field label="Key to type" hint="Letters and digits; the gaps do not matter.">
            <Textarea
              readOnly
              rows={2}
              value={secret.match(/.{1,4}/g)?.join(" ")}
              spellCheck={false}
              className="min-h-0! font-mono"
              onFocus={(event) => event.target.select()}
            />
          </Field>
          {turnOn.error !== null && atField === undefined && (
            <Banner kind="danger" title={userMessageOf(turnOn.error)} />
          )}
          <Field
            label="Code of the app"
            hint="The six digits it shows now."
            error={isMissing ? "Please enter the code" : atField}
            isRequired
          >
            <Input
              value={code}
              maxLength={10}
              inputMode="numeric"
              autoComplete="one-time-code"
              onChange={(event) => {
                setCode(event.target.value);
                setIsMissing(false);
              }}
            />
          </Field>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          disabled={!canWrite}
          isBusy={turnOn.isPending}
          busyLabel="Turning on..."
        >
          Turn on
        </Button>
        <Button onClick={onCancel ?? (() => prepare.reset())}>
          {onCancel === undefined ? "Back" : "Cancel"}
        </Button>
      </div>
    </form>
  );
}
