import { type FormEvent, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { giveSecondFactor, secondFactorCode } from "#domains/accounts/second-factor-contract.ts";
import { CodeField } from "#domains/accounts/web/code-field.tsx";
import { refusalTo } from "#domains/accounts/web/refusal-sentence.ts";
import { ApiError, call } from "#web/api-client.ts";
import { PublicLayout } from "#web/layout/public-layout.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.tsx";

interface SecondStepProps {
  challenge: string;
  onEntered: (user: SessionUser) => void;
  /** The way back to the first step; it has to be taken when the challenge is over. */
  onBack: () => void;
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export default function SecondStep({ challenge, onEntered, onBack }: SecondStepProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Each field stands where another one was.
  useEffect(() => input.current?.focus(), [isRecovery]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const checked = z.safeParse(secondFactorCode, code);
    setError(checked.error?.issues[0]?.message);
    if (!checked.success) return input.current?.focus();
    setIsBusy(true);
    try {
      onEntered(await call(giveSecondFactor, { body: { challenge, code: checked.data } }));
    } catch (reason) {
      setIsBusy(false);
      const description = refusalTo(reason)?.sentence ?? "An error occurred. Please try again.";
      toast({ title: "Login Failed", description, variant: "destructive" });
      if (reason instanceof ApiError && reason.status === 401) return onBack();
      input.current?.select();
    }
  };
  const change = () => {
    setIsRecovery(!isRecovery);
    setCode("");
    setError(undefined);
  };

  return (
    <PublicLayout
      title="One more step"
      description={
        isRecovery
          ? "Enter one of the recovery codes you kept when you turned on two-factor sign-in. Each works once."
          : "Your account is protected by two-factor sign-in. Open your authenticator app and enter the code it shows."
      }
    >
      <form noValidate onSubmit={submit} className="space-y-4">
        {isRecovery ? (
          <Field label="Recovery code" error={error} isRequired>
            <Input
              ref={input}
              name="code"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
        ) : (
          <CodeField
            ref={input}
            label="Code from your app"
            hint="6 digits. They change every 30 seconds."
            error={error}
            value={code}
            onChange={setCode}
          />
        )}
        <Button type="submit" variant="primary" size="lg" isWide isBusy={isBusy} busyLabel="Signing in...">
          Sign In
        </Button>
      </form>
      <div className="mt-4 space-y-1">
        <Button variant="ghost" isWide onClick={change}>
          {isRecovery ? "Use the authenticator app" : "Use a recovery code"}
        </Button>
        <Button variant="ghost" isWide onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </PublicLayout>
  );
}
