import { type FormEvent, type ReactNode, useRef, useState } from "react";
import * as z from "zod/mini";
import { mailbox } from "#domains/accounts/password-contract.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

interface EmailFormProps {
  email: string;
  onChange: (email: string) => void;
  onSend: (email: string) => Promise<void>;
  submitLabel: string;
  children?: ReactNode;
}

/** Asks for the address that a mail shall go to (PWD-03). */
export function EmailForm({ email, onChange, onSend, submitLabel, children }: EmailFormProps) {
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const checked = z.safeParse(mailbox, email);
    setError(checked.error?.issues[0]?.message);
    if (!checked.success) return input.current?.focus();
    setIsBusy(true);
    await onSend(checked.data);
    setIsBusy(false);
  };
  return (
    <form noValidate onSubmit={send} className="space-y-4">
      {children}
      <Field label="Email" error={error} isRequired>
        <Input
          ref={input}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          value={email}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" isWide isBusy={isBusy} busyLabel="Sending...">
        {submitLabel}
      </Button>
    </form>
  );
}
