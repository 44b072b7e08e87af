import type { Ref } from "react";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

interface CodeFieldProps {
  label: string;
  hint: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
  ref: Ref<HTMLInputElement>;
}

/** Six digits in one field, so that they can be pasted, with spaces too, and filled in by the phone that got them. */
export const CodeField = ({ label, hint, error, value, onChange, ref }: CodeFieldProps) => (
  <Field label={label} hint={hint} error={error} isRequired>
    <Input
      ref={ref}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/[\s-]/g, ""))}
      className="min-h-12 text-center font-semibold text-xl tabular-nums tracking-[0.35em]"
    />
  </Field>
);
