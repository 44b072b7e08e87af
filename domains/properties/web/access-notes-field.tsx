import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "#web/ui/forms/field.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { maxAccessNotesLength } from "../access-notes.ts";

interface AccessNotesFieldProps {
  input: UseFormRegisterReturn;
  error: string | undefined;
}

/** The access notes of a property or unit. The edit forms show this field after the specified ones. */
export function AccessNotesField({ input, error }: AccessNotesFieldProps) {
  return (
    <Field
      label="Access notes"
      hint="Hours, keys, and who to contact. Shown to staff on its work orders."
      error={error}
      isOptional
      className="mt-4"
    >
      <Textarea {...input} rows={3} maxLength={maxAccessNotesLength} />
    </Field>
  );
}
