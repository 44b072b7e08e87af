import { type Control, type FieldPathByValue, type FieldValues, useController } from "react-hook-form";
import { useProperties } from "#web/list/filters.tsx";
import { useUser } from "#web/session/session.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import type { Rule } from "../contract.ts";
import { describeCoverage } from "./descriptions.ts";

interface PropertyFieldProps<Values extends FieldValues, SubmittedValues> {
  control: Control<Values, unknown, SubmittedValues>;
  name: FieldPathByValue<Values, number | null>;
  label: string;
  /**
   * The team or rule being edited. If it covers one landlord's properties, "all properties" means that
   * landlord's.
   */
  subject: Pick<Rule, "property" | "landlord"> | undefined;
}

/** Selects one property, or all that the user manages. */
export function PropertyField<Values extends FieldValues, SubmittedValues>({
  control,
  name,
  label,
  subject,
}: PropertyFieldProps<Values, SubmittedValues>) {
  const { id, role, fullName } = useUser();
  const properties = useProperties();
  const {
    field: { ref, value: selected, onChange },
    fieldState,
  } = useController({ control, name });
  const landlord = role === "landlord" ? { id, fullName } : (subject?.landlord ?? null);
  const value: number | null = selected;
  return (
    <Field label={label} error={fieldState.error?.message} isRequired>
      <Select
        ref={ref}
        value={value ?? ""}
        placeholder={describeCoverage({ property: null, landlord }, id)}
        options={properties.map((property) => ({ value: String(property.id), label: property.name }))}
        onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
      />
    </Field>
  );
}
