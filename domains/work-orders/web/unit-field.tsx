import { useQuery } from "@tanstack/react-query";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { unitsQuery } from "./queries.ts";
import type { FormValues } from "./report-form.tsx";

interface UnitFieldProps {
  form: UseFormReturn<FormValues>;
  /** The building, where there is no choice of one. */
  onlyBuildingId: number | undefined;
}

/** Staff may say in which unit of the chosen building it is; then its tenant sees the order. */
export function UnitField({ form: { control, register }, onlyBuildingId }: UnitFieldProps) {
  const chosen = Number(useWatch({ control, name: "propertyId" }));
  const propertyId = onlyBuildingId ?? chosen;
  const units = useQuery({ ...unitsQuery(propertyId), enabled: propertyId > 0 }).data ?? [];
  if (units.length === 0) return null;
  return (
    <Field label="Unit" isOptional className="sm:col-span-2" hint="Its tenant sees the work order.">
      <Select
        {...register("unitId")}
        placeholder="Common area or whole building"
        options={units.map(({ id, unitNumber }) => ({ value: String(id), label: `Unit ${unitNumber}` }))}
      />
    </Field>
  );
}
