import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { accessNotesMax } from "../access-notes.ts";

interface AccessNotesFieldProps {
  input: UseFormRegisterReturn;
  error: string | undefined;
}

/** Stands after the specified fields of a property or a unit, where these are edited. */
export function AccessNotesField({ input, error }: AccessNotesFieldProps) {
  return (
    <Field
      label="Access"
      hint="Hours, keys, who to ask. Staff see it with each work order here."
      error={error}
      isOptional
      className="mt-4"
    >
      <Textarea {...input} rows={3} maxLength={accessNotesMax} />
    </Field>
  );
}
