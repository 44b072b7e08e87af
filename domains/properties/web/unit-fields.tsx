import type { UseFormReturn } from "react-hook-form";
import { plainDollars } from "#shared/format/dollars.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import type { NewUnit, UnitDetails } from "../contract.ts";
import { unitStatuses, unitStatusLabels } from "../unit-statuses.ts";
import { unitTypeLabels, unitTypes } from "../unit-types.ts";

/** The values of the form: money in dollars, everything as text. */
export interface UnitValues {
  propertyId: string;
  unitNumber: string;
  type: string;
  beds: string;
  baths: string;
  rent: string;
  deposit: string;
  sizeSqft: string;
  status: string;
}

export const emptyUnit: UnitValues = {
  propertyId: "",
  unitNumber: "",
  type: "",
  beds: "0",
  baths: "0",
  rent: "",
  deposit: "",
  sizeSqft: "",
  status: "vacant",
};

export const valuesOfUnit = (unit: UnitDetails): UnitValues => ({
  propertyId: String(unit.propertyId),
  unitNumber: unit.unitNumber,
  type: unit.type,
  beds: String(unit.beds),
  baths: String(unit.baths),
  rent: plainDollars(unit.rent),
  deposit: plainDollars(unit.deposit),
  sizeSqft: unit.sizeSqft === null ? "" : String(unit.sizeSqft),
  status: unit.status,
});

const typeOptions = unitTypes.map((value) => ({ value, label: unitTypeLabels[value] }));
const statusOptions = unitStatuses.map((value) => ({ value, label: unitStatusLabels[value] }));

/** The fields of a unit except its property (AUN-03 to AUN-11), for adding and editing. */
export function UnitFields({ form }: { form: UseFormReturn<UnitValues, unknown, NewUnit> }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <div className="grid gap-4 sm:grid-cols-6">
      <Field label="Unit number" error={errors.unitNumber?.message} isRequired className="sm:col-span-2">
        <Input {...register("unitNumber")} maxLength={40} autoComplete="off" />
      </Field>
      <Field label="Unit type" error={errors.type?.message} isRequired className="sm:col-span-2">
        <Select {...register("type")} placeholder="Select a unit type" options={typeOptions} />
      </Field>
      <Field label="Status" error={errors.status?.message} isRequired className="sm:col-span-2">
        <Select {...register("status")} options={statusOptions} />
      </Field>
      <Field label="Beds" error={errors.beds?.message} className="sm:col-span-2">
        <Input {...register("beds")} type="number" inputMode="numeric" min={0} step={1} />
      </Field>
      <Field label="Baths" error={errors.baths?.message} className="sm:col-span-2">
        <Input {...register("baths")} type="number" inputMode="decimal" min={0} step={0.5} />
      </Field>
      <Field
        label="Size"
        hint="Square feet"
        error={errors.sizeSqft?.message}
        isOptional
        className="sm:col-span-2"
      >
        <Input {...register("sizeSqft")} type="number" inputMode="numeric" min={0} step={1} />
      </Field>
      <Field
        label="Rent"
        hint="Asking price, dollars a month"
        error={errors.rent?.message}
        className="sm:col-span-3"
      >
        <Input
          {...register("rent")}
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          placeholder="0.00"
        />
      </Field>
      <Field label="Deposit" hint="Dollars" error={errors.deposit?.message} className="sm:col-span-3">
        <Input
          {...register("deposit")}
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          placeholder="0.00"
        />
      </Field>
    </div>
  );
}
