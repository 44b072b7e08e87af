import { Fragment } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { toPlainDollars } from "#shared/format/dollars.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import type { NewUnit, UnitDetails } from "../../contract.ts";
import { unitStatuses, unitStatusLabels } from "../../unit-statuses.ts";
import { isCommercial, unitTypeLabels, unitTypes } from "../../unit-types.ts";

/** The values of the form. Money is in dollars, and everything is text. */
export interface UnitFormValues {
  propertyId: string;
  unitNumber: string;
  type: string;
  beds: string;
  baths: string;
  rent: string;
  deposit: string;
  sizeSqft: string;
  suite: string;
  floor: string;
  rentableSqft: string;
  /** Only set when editing a unit. */
  accessNotes?: string;
  status: string;
}

export const emptyUnit: UnitFormValues = {
  propertyId: "",
  unitNumber: "",
  type: "",
  beds: "0",
  baths: "0",
  rent: "",
  deposit: "",
  sizeSqft: "",
  suite: "",
  floor: "",
  rentableSqft: "",
  status: "vacant",
};

export const toUnitValues = (unit: UnitDetails): Required<UnitFormValues> => ({
  propertyId: String(unit.propertyId),
  unitNumber: unit.unitNumber,
  type: unit.type,
  beds: String(unit.beds),
  baths: String(unit.baths),
  rent: toPlainDollars(unit.rent),
  deposit: toPlainDollars(unit.deposit),
  sizeSqft: unit.sizeSqft === null ? "" : String(unit.sizeSqft),
  suite: unit.suite ?? "",
  floor: unit.floor ?? "",
  rentableSqft: unit.rentableSqft === null ? "" : String(unit.rentableSqft),
  accessNotes: unit.accessNotes ?? "",
  status: unit.status,
});

const typeOptions = unitTypes.map((value) => ({ value, label: unitTypeLabels[value] }));
const statusOptions = unitStatuses.map((value) => ({ value, label: unitStatusLabels[value] }));

const gridClasses = "grid gap-4 sm:grid-cols-6";

/**
 * The fields of a unit except its property (AUN-03 to AUN-11), for adding and editing. Offices and shops
 * start with suite, floor, and rentable area, and homes start with beds and baths.
 */
export function UnitFields({ form }: { form: UseFormReturn<UnitFormValues, unknown, NewUnit> }) {
  const { register, formState, control } = form;
  const { errors } = formState;
  const type = useWatch({ control, name: "type" });
  const isResidential = type !== "" && !isCommercial(type);
  const locationFields = (
    <Fragment key="place">
      <Field label="Suite" error={errors.suite?.message} isOptional className="sm:col-span-2">
        <Input {...register("suite")} maxLength={40} autoComplete="off" />
      </Field>
      <Field label="Floor" error={errors.floor?.message} isOptional className="sm:col-span-2">
        <Input {...register("floor")} maxLength={40} autoComplete="off" />
      </Field>
      <Field
        label="Area"
        hint="Rentable square feet"
        error={errors.rentableSqft?.message}
        isOptional
        className="sm:col-span-2"
      >
        <Input {...register("rentableSqft")} type="number" inputMode="numeric" min={0} step={1} />
      </Field>
    </Fragment>
  );
  const priceFields = (
    <Fragment key="price">
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
        hint="Asking rent, dollars per month"
        error={errors.rent?.message}
        className="sm:col-span-2"
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
      <Field label="Deposit" hint="Dollars" error={errors.deposit?.message} className="sm:col-span-2">
        <Input
          {...register("deposit")}
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          placeholder="0.00"
        />
      </Field>
    </Fragment>
  );
  const residentialFields = (
    <div key="residential" className="sm:col-span-6">
      <Disclosure
        title="Residential details"
        isInitiallyOpen={isResidential}
        mustBeOpen={errors.beds !== undefined || errors.baths !== undefined}
      >
        <div className={gridClasses}>
          <Field label="Beds" error={errors.beds?.message} className="sm:col-span-3">
            <Input {...register("beds")} type="number" inputMode="numeric" min={0} step={1} />
          </Field>
          <Field label="Baths" error={errors.baths?.message} className="sm:col-span-3">
            <Input {...register("baths")} type="number" inputMode="decimal" min={0} step={0.5} />
          </Field>
        </div>
      </Disclosure>
    </div>
  );
  return (
    <div className={gridClasses}>
      <Field label="Unit number" error={errors.unitNumber?.message} isRequired className="sm:col-span-2">
        <Input {...register("unitNumber")} maxLength={40} autoComplete="off" />
      </Field>
      <Field label="Unit type" error={errors.type?.message} isRequired className="sm:col-span-2">
        <Select {...register("type")} placeholder="Select a unit type" options={typeOptions} />
      </Field>
      <Field label="Status" error={errors.status?.message} isRequired className="sm:col-span-2">
        <Select {...register("status")} options={statusOptions} />
      </Field>
      {isResidential
        ? [residentialFields, priceFields, locationFields]
        : [locationFields, priceFields, residentialFields]}
    </div>
  );
}
