import { useEffect, useState } from "react";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { codeEndpoint, verifyTwoFactor } from "#domains/accounts/two-factor-contract.ts";
import { CodeField } from "#domains/accounts/web/sign-in/code-field.tsx";
import { getRejection } from "#domains/accounts/web/sign-in/error-response.ts";
import { ApiError, call } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { PublicLayout } from "#web/ui/page/public-layout.tsx";

interface SecondStepProps {
  challenge: string;
  onSignedIn: (user: SessionUser) => void;
  /** Returns to the first step. Also called when the challenge has expired. */
  onBack: () => void;
}

/** The second step of a sign-in: a code from the authenticator app, or a recovery code. */
export default function SecondStep({ challenge, onSignedIn, onBack }: SecondStepProps) {
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false);
  const { register, handleSubmit, formState, reset, setError, setFocus } = useContractForm(
    codeEndpoint.body,
    {
      code: "",
    },
  );
  const { errors, isSubmitting, isSubmitSuccessful } = formState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other field takes its place
  useEffect(() => setFocus("code"), [usesRecoveryCode, setFocus]);

  const submit = handleSubmit(async ({ code }) => {
    try {
      onSignedIn(await call(verifyTwoFactor, { body: { challenge, code } }));
    } catch (error) {
      const description = getRejection(error)?.message ?? "An error occurred. Please try again.";
      toast({ title: "Login Failed", description, variant: "destructive" });
      if (error instanceof ApiError && error.status === 401) return onBack();
      // Keeps the form from counting as submitted.
      setError("root", {});
      setFocus("code", { shouldSelect: true });
    }
  });
  const switchMethod = () => {
    setUsesRecoveryCode(!usesRecoveryCode);
    reset();
  };

  return (
    <PublicLayout
      title="One more step"
      description={
        usesRecoveryCode
          ? "Enter one of your recovery codes. Each code works once."
          : "Enter the code from your authenticator app."
      }
    >
      <form noValidate onSubmit={submit} className="space-y-4">
        {usesRecoveryCode ? (
          <Field label="Recovery code" error={errors.code?.message} isRequired>
            <Input {...register("code")} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          </Field>
        ) : (
          <CodeField
            label="Code from your app"
            hint="6 digits. They change every 30 seconds."
            registration={register("code")}
            error={errors.code}
          />
        )}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isWide
          isBusy={isSubmitting || isSubmitSuccessful}
          busyLabel="Signing in..."
        >
          Sign In
        </Button>
      </form>
      <div className="mt-4 space-y-1">
        <Button variant="ghost" isWide onClick={switchMethod}>
          {usesRecoveryCode ? "Use the authenticator app" : "Use a recovery code"}
        </Button>
        <Button variant="ghost" isWide onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </PublicLayout>
  );
}
