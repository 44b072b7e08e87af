import { useState } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { newProperty } from "#domains/properties/contract.ts";
import { findStateTimeZone } from "#domains/properties/state-time-zones.ts";
import { type UnitType, unitTypeLabels } from "#domains/properties/unit-types.ts";
import {
  emptyProperty,
  PropertyFields,
  type PropertyForm,
} from "#domains/properties/web/property/property-fields.tsx";
import { getTimeZoneOptions } from "#domains/settings/web/time-zones.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { Combobox } from "#web/ui/forms/combobox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import type { AddedProperty } from "../contract.ts";
import { findUnitNumbersError, newFirstProperty } from "../contract.ts";
import { parseUnitNumbers } from "../unit-numbers.ts";
import { useAddFirstProperty, useSkipFirstProperty } from "./mutations.ts";
import { SetupFrame } from "./setup-frame.tsx";

/** The body of the request, with the property's fields at the top level. */
const shape = z
  .intersection(newProperty, z.omit(newFirstProperty, { property: true, timeZone: true }))
  .check((context) => {
    const { value } = context;
    const message = findUnitNumbersError({ property: value, unitNumbers: value.unitNumbers });
    if (message !== undefined)
      context.issues.push({ code: "custom", input: value, path: ["unitNumbers"], message });
  });

const unitTypeOptions = Object.entries(unitTypeLabels).map(([value, label]) => ({ value, label }));

interface PropertyStepProps {
  organizationTimeZone: string;
  onAdded: (added: AddedProperty) => void;
}

/** The third step, which can be skipped. Adds a property with a range of units. */
export function PropertyStep({ organizationTimeZone, onAdded }: PropertyStepProps) {
  const form = useContractForm(shape, {
    ...emptyProperty,
    unitNumbers: "",
    unitType: "apartment" as UnitType,
  });
  const { register, control, formState } = form;
  const [type, unitNumbers, country, state] = useWatch({
    control,
    name: ["type", "unitNumbers", "country", "state"],
  });
  const [selectedTimeZone, setSelectedTimeZone] = useState<string>();
  const timeZone =
    selectedTimeZone ?? (country === "USA" ? findStateTimeZone(state) : undefined) ?? organizationTimeZone;
  const addProperty = useAddFirstProperty(onAdded);
  const skip = useSkipFirstProperty();
  const save = form.handleSubmit(({ unitNumbers: numbers, unitType, ...property }) =>
    addProperty.mutate(
      { property, unitNumbers: numbers, unitType, timeZone },
      { onError: showFieldErrors(form) },
    ),
  );

  return (
    <SetupFrame
      step={3}
      title="Your first property"
      description="Add the property you lease out. You can add or import more later."
    >
      <form noValidate className="space-y-6" onSubmit={save}>
        {/* The form has the property's fields and two more. */}
        <PropertyFields form={form as unknown as PropertyForm} />
        <Field label="Time zone" hint="Lease dates and due dates at this property use this time zone.">
          <Combobox
            options={getTimeZoneOptions(timeZone)}
            value={timeZone}
            onChange={(selected) => setSelectedTimeZone(selected)}
          />
        </Field>
        {type === "multi" && (
          <div className="grid gap-4 border-line border-t pt-5 sm:grid-cols-6">
            <Field
              label="Units"
              hint={describeUnits(unitNumbers)}
              error={formState.errors.unitNumbers?.message}
              isOptional
              className="sm:col-span-4"
            >
              <Input
                {...register("unitNumbers")}
                maxLength={2000}
                placeholder="101-110, 201-210"
                autoComplete="off"
              />
            </Field>
            <Field label="Unit type" className="sm:col-span-2">
              <Select {...register("unitType")} options={unitTypeOptions} />
            </Field>
          </div>
        )}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Button
            variant="ghost"
            size="lg"
            isBusy={skip.isPending}
            disabled={addProperty.isPending}
            onClick={() => skip.mutate()}
          >
            Skip for now
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            isBusy={addProperty.isPending}
            busyLabel="Saving..."
            disabled={skip.isPending}
            className="max-sm:flex-1"
          >
            Save Property
          </Button>
        </div>
      </form>
    </SetupFrame>
  );
}

/** Describes the units in the range while the user types. */
function describeUnits(input: string): string {
  const parsed = parseUnitNumbers(input);
  if ("error" in parsed)
    return "Numbers and ranges, such as 101-110, 201-210. You can add rents and sizes later.";
  const { numbers } = parsed;
  const [first, last] = [numbers[0], numbers.at(-1)];
  return numbers.length === 1 ? `1 unit: ${first}` : `${numbers.length} units, from ${first} to ${last}`;
}
