import * as z from "zod/mini";
import { emailedCode } from "#domains/accounts/password-contract.ts";
import { CodeField } from "#domains/accounts/web/sign-in/code-field.tsx";
import { useContractForm } from "#web/contract-form.ts";
import { Button } from "#web/ui/button.tsx";

const shape = z.object({ code: emailedCode });

interface CodeFormProps {
  submitLabel: string;
  busyLabel: string;
  /** Resolves to true if the code was accepted. Otherwise the user can try again. */
  onCode: (otpCode: string) => Promise<boolean>;
}

/** Asks for the six digits from an email (PWD-10, PWD-12). */
export function CodeForm({ submitLabel, busyLabel, onCode }: CodeFormProps) {
  const { register, handleSubmit, formState, setError, setFocus } = useContractForm(shape, { code: "" });
  const submit = handleSubmit(async ({ code }) => {
    if (await onCode(code)) return;
    // A toast shows the error. This keeps the form from counting as submitted.
    setError("root", {});
    setFocus("code", { shouldSelect: true });
  });
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <CodeField
        label="Verification code"
        hint="The 6-digit code from the most recent email. It expires in 10 minutes."
        registration={register("code")}
        error={formState.errors.code}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isWide
        isBusy={formState.isSubmitting || formState.isSubmitSuccessful}
        busyLabel={busyLabel}
      >
        {submitLabel}
      </Button>
    </form>
  );
}
