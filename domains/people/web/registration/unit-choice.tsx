import type { ComponentProps } from "react";
import { listRegistrationUnits } from "#domains/people/registration-contract.ts";

import { Field } from "#web/ui/forms/field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { useResponse } from "#web/use-response.ts";

interface UnitChoiceProps {
  /** The props that register the select with its form. */
  selectProps: ComponentProps<"select">;
  error: string | undefined;
}

/** Parses the selected unit's id. Null if no unit is selected. */
export const parseUnitId = (value: unknown): number | null =>
  value === "" || value == null ? null : Number(value);

/** The unit a tenant requests access to (REG-03, REG-04). */
export function UnitChoice({ selectProps, error }: UnitChoiceProps) {
  const units = useResponse(listRegistrationUnits);
  const hasNoUnits = units.data?.length === 0;
  const hint =
    units.state === "failed"
      ? "We couldn't load the units. You can register without choosing one."
      : hasNoUnits
        ? "No units are listed. An administrator will assign yours when approving you."
        : "The unit your company leases. Your landlord will confirm it.";
  return (
    <Field label="Associated Unit" hint={hint} error={error}>
      <Select
        {...selectProps}
        placeholder={
          units.state === "pending" ? "Loading units..." : hasNoUnits ? "No units" : "Select your unit"
        }
        options={units.data?.map(({ id, label }) => ({ value: String(id), label })) ?? []}
      />
    </Field>
  );
}
