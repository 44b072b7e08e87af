import type { ComponentProps } from "react";
import { listRegistrationUnits } from "#domains/accounts/registration-contract.ts";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { useResponse } from "#web/use-response.ts";

interface UnitChoiceProps {
  /** The props that register the select with its form. */
  wiring: ComponentProps<"select">;
  error: string | undefined;
}

/** The id in the value of the select; null for none. */
export const unitIdOf = (value: unknown): number | null =>
  value === "" || value == null ? null : Number(value);

/** REG-03, REG-04: the unit a tenant claims. */
export function UnitChoice({ wiring, error }: UnitChoiceProps) {
  const units = useResponse(listRegistrationUnits);
  const isNoneOffered = units.data?.length === 0;
  const hint =
    units.state === "failed"
      ? "The units could not be loaded. You can register without one."
      : isNoneOffered
        ? "No units are offered here. An administrator chooses yours when approving you."
        : "The unit your company leases. Your landlord confirms it.";
  return (
    <Field label="Associated Unit" hint={hint} error={error}>
      <Select
        {...wiring}
        placeholder={
          units.state === "pending" ? "Loading units..." : isNoneOffered ? "No units" : "Choose your unit"
        }
        options={units.data?.map(({ id, label }) => ({ value: String(id), label })) ?? []}
      />
    </Field>
  );
}
