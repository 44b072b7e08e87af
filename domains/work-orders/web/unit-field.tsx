import { useQuery } from "@tanstack/react-query";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { unitsQuery } from "./queries.ts";

interface UnitFieldProps {
  wiring: UseFormRegisterReturn;
  /** 0 while none is chosen. */
  propertyId: number;
}

/** Staff may choose a unit of the building; its tenant then sees the order. */
export function UnitField({ wiring, propertyId }: UnitFieldProps) {
  const units = useQuery({ ...unitsQuery(propertyId), enabled: propertyId > 0 }).data ?? [];
  if (units.length === 0) return null;
  return (
    <Field label="Unit" isOptional className="sm:col-span-2" hint="Its tenant sees the work order.">
      <Select
        {...wiring}
        placeholder="Common area or whole building"
        options={units.map(({ id, unitNumber }) => ({ value: String(id), label: `Unit ${unitNumber}` }))}
      />
    </Field>
  );
}
