import { useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type * as z from "zod/mini";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import type { NewProperty, newProperty, PropertyDetails } from "../../contract.ts";
import { countries } from "../../countries.ts";
import { propertyTypeLabels, propertyTypes } from "../../property-types.ts";
import { states, territories } from "../../states.ts";

type PropertyInput = z.input<typeof newProperty>;
/** The selects start out empty, and an empty one isn't submitted. */
export type PropertyFormValues = Omit<
  PropertyInput,
  "country" | "type" | "yearBuilt" | "mlsNumber" | "accessNotes"
> & {
  country: PropertyInput["country"] | "";
  type: PropertyInput["type"] | "";
  yearBuilt: string;
  mlsNumber: string;
  /** Only set when editing a property. */
  accessNotes?: string;
};

export const emptyProperty: PropertyFormValues = {
  name: "",
  address: "",
  city: "",
  state: "",
  zip: "",
  country: "USA",
  type: "",
  yearBuilt: "",
  mlsNumber: "",
};

export const toPropertyValues = (property: PropertyDetails): Required<PropertyFormValues> => ({
  name: property.name,
  address: property.address,
  city: property.city,
  state: property.state,
  zip: property.zip,
  country: property.country,
  type: property.type,
  yearBuilt: property.yearBuilt == null ? "" : String(property.yearBuilt),
  mlsNumber: property.mlsNumber ?? "",
  accessNotes: property.accessNotes ?? "",
});

export type PropertyForm = UseFormReturn<PropertyFormValues, unknown, NewProperty>;

const toOptions = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const stateOptions = toOptions(states);
const territoryOptions = toOptions(territories);
const typeOptions = propertyTypes.map((value) => ({ value, label: propertyTypeLabels[value] }));

/** The fields of a property (APR-04 to APR-14), for adding and editing. */
export function PropertyFields({ form }: { form: PropertyForm }) {
  const { register, formState, control, setValue } = form;
  const { errors } = formState;
  const [country, state, mlsNumber] = useWatch({ control, name: ["country", "state", "mlsNumber"] });
  const isInUsa = country === "USA";
  const [isToggled, setIsToggled] = useState(false);
  const showsTerritories = isToggled || Object.hasOwn(territories, state);
  return (
    <div className="grid gap-4 sm:grid-cols-6">
      <Field label="Property name" error={errors.name?.message} isRequired className="sm:col-span-4">
        <Input {...register("name")} maxLength={200} autoComplete="off" />
      </Field>
      <Field label="Property type" error={errors.type?.message} isRequired className="sm:col-span-2">
        <Select {...register("type")} placeholder="Select a property type" options={typeOptions} />
      </Field>
      <Field label="Address" error={errors.address?.message} isRequired className="sm:col-span-4">
        <Input {...register("address")} maxLength={300} autoComplete="off" />
      </Field>
      <Field label="City" error={errors.city?.message} isRequired className="sm:col-span-2">
        <Input {...register("city")} maxLength={100} autoComplete="off" />
      </Field>
      <Field
        label="State"
        error={errors.state?.message}
        isRequired
        className="sm:col-span-2"
        aside={
          isInUsa && (
            <button
              type="button"
              className="thumb rounded-sm text-accent-text text-sm hover:underline"
              onClick={() => {
                setIsToggled(!showsTerritories);
                setValue("state", "", { shouldDirty: true });
              }}
            >
              {showsTerritories ? "The 50 states" : "DC and territories"}
            </button>
          )
        }
      >
        {isInUsa ? (
          <Select
            {...register("state")}
            value={state}
            placeholder={showsTerritories ? "Select DC or a territory" : "Select a state"}
            options={showsTerritories ? territoryOptions : stateOptions}
          />
        ) : (
          <Input {...register("state")} maxLength={100} autoComplete="off" />
        )}
      </Field>
      <Field label="ZIP code" error={errors.zip?.message} isRequired className="sm:col-span-2">
        <Input {...register("zip")} maxLength={20} autoComplete="off" />
      </Field>
      <Field label="Country" error={errors.country?.message} isRequired className="sm:col-span-2">
        <Select
          {...register("country", {
            // Another country has different states.
            onChange: () => setValue("state", "", { shouldDirty: true }),
          })}
          options={countries.map((value) => ({ value, label: value }))}
        />
      </Field>
      <Field label="Year built" error={errors.yearBuilt?.message} isOptional className="sm:col-span-2">
        <Input {...register("yearBuilt")} inputMode="numeric" maxLength={10} autoComplete="off" />
      </Field>
      <div className="sm:col-span-6">
        <Disclosure
          title="Residential details"
          isInitiallyOpen={mlsNumber !== ""}
          mustBeOpen={errors.mlsNumber !== undefined}
        >
          <Field label="MLS number" error={errors.mlsNumber?.message} isOptional className="sm:max-w-72">
            <Input {...register("mlsNumber")} maxLength={60} autoComplete="off" />
          </Field>
        </Disclosure>
      </div>
    </div>
  );
}
