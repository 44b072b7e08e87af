import { requestSignInEmail } from "#domains/accounts/password-contract.ts";
import { useContractForm } from "#web/contract-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";

interface EmailFormProps {
  /** The initial address. */
  email?: string;
  onSend: (email: string) => Promise<void>;
  submitLabel: string;
}

/** Asks for the address to send an email to (PWD-03). */
export function EmailForm({ email = "", onSend, submitLabel }: EmailFormProps) {
  const { register, handleSubmit, formState } = useContractForm(requestSignInEmail.body, { email });
  return (
    <form noValidate onSubmit={handleSubmit((values) => onSend(values.email))} className="space-y-4">
      <Field label="Email" error={formState.errors.email?.message} isRequired>
        <Input {...register("email")} type="email" inputMode="email" autoComplete="username" />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isWide
        isBusy={formState.isSubmitting}
        busyLabel="Sending..."
      >
        {submitLabel}
      </Button>
    </form>
  );
}
