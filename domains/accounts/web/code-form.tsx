import { type FormEvent, useRef, useState } from "react";
import * as z from "zod/mini";
import { mailedCode } from "#domains/accounts/password-contract.ts";
import { CodeField } from "#domains/accounts/web/code-field.tsx";
import { Button } from "#web/ui/button.tsx";

interface CodeFormProps {
  submitLabel: string;
  busyLabel: string;
  /** Gives true when the code was taken; otherwise it can be typed again. */
  onCode: (otpCode: string) => Promise<boolean>;
}

/** Asks for the six digits of a mail (PWD-10, PWD-12). */
export function CodeForm({ submitLabel, busyLabel, onCode }: CodeFormProps) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const checked = z.safeParse(mailedCode, code);
    setError(checked.error?.issues[0]?.message);
    if (!checked.success) return input.current?.focus();
    setIsBusy(true);
    if (await onCode(checked.data)) return;
    setIsBusy(false);
    input.current?.select();
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <CodeField
        ref={input}
        label="Verification code"
        hint="The 6 digits of the newest mail. They are good for 10 minutes."
        error={error}
        value={code}
        onChange={setCode}
      />
      <Button type="submit" variant="primary" size="lg" isWide isBusy={isBusy} busyLabel={busyLabel}>
        {submitLabel}
      </Button>
    </form>
  );
}
