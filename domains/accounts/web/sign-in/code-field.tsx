import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";

interface CodeFieldProps {
  label: string;
  hint: string;
  registration: UseFormRegisterReturn;
  error: FieldError | undefined;
}

/** One field for all six digits, so they can be pasted (even with spaces) or filled in by the phone. */
export const CodeField = ({ label, hint, registration, error }: CodeFieldProps) => (
  <Field label={label} hint={hint} error={error?.message} isRequired>
    <Input
      {...registration}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      onChange={(event) => {
        event.target.value = event.target.value.replace(/[\s-]/g, "");
        return registration.onChange(event);
      }}
      className="min-h-12 text-center text-lead tabular-nums tracking-[0.35em]"
    />
  </Field>
);
