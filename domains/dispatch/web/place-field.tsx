import { type Control, type FieldPathByValue, type FieldValues, useController } from "react-hook-form";
import { useBuildings } from "#web/list/filters.tsx";
import { useUser } from "#web/session/session.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import type { Rule } from "../contract.ts";
import { reachInWords } from "./words.ts";

interface PlaceFieldProps<Values extends FieldValues, Sent> {
  control: Control<Values, unknown, Sent>;
  name: FieldPathByValue<Values, number | null>;
  label: string;
  /** What is changed: all buildings are then those of the same landlord. */
  of: Pick<Rule, "building" | "landlord"> | undefined;
}

/** One building, or all within reach. */
export function PlaceField<Values extends FieldValues, Sent>({
  control,
  name,
  label,
  of,
}: PlaceFieldProps<Values, Sent>) {
  const { id, role, fullName } = useUser();
  const buildings = useBuildings();
  const {
    field: { ref, value: chosen, onChange },
    fieldState,
  } = useController({ control, name });
  const landlord = role === "landlord" ? { id, fullName } : (of?.landlord ?? null);
  const value: number | null = chosen;
  return (
    <Field label={label} error={fieldState.error?.message} isRequired>
      <Select
        ref={ref}
        value={value ?? ""}
        placeholder={reachInWords({ building: null, landlord }, id)}
        options={buildings.map((building) => ({ value: String(building.id), label: building.name }))}
        onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
      />
    </Field>
  );
}
