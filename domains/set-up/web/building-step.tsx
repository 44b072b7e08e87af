import { useState } from "react";
import { useWatch } from "react-hook-form";
import { newProperty } from "#domains/properties/contract.ts";
import { type UnitType, unitTypeLabels } from "#domains/properties/unit-types.ts";
import {
  emptyProperty,
  PropertyFields,
  type PropertyValues,
} from "#domains/properties/web/property-fields.tsx";
import { useContractForm } from "#web/contract-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { unitNumbersError } from "../contract.ts";
import { readUnitNumbers } from "../unit-numbers.ts";
import { useAddFirstBuilding, useSkipBuilding } from "./api.ts";
import { sentencesOfResponse } from "./sentences.ts";
import { SetUpFrame } from "./set-up-frame.tsx";
import type { AddedBuilding } from "./set-up-page.tsx";

const typeOptions = Object.entries(unitTypeLabels).map(([value, label]) => ({ value, label }));

/** The third step, which may be left out: the building with a range of units. */
export function BuildingStep({ onAdded }: { onAdded: (added: AddedBuilding) => void }) {
  const form = useContractForm(newProperty, emptyProperty);
  const [units, setUnits] = useState<{ numbers: string; type: UnitType }>({ numbers: "", type: "apartment" });
  const [unitsError, setUnitsError] = useState<string>();
  const type = useWatch({ control: form.control, name: "type" });
  const add = useAddFirstBuilding(onAdded);
  const skip = useSkipBuilding();

  const save = form.handleSubmit((property) => {
    const error = unitNumbersError({ property, unitNumbers: units.numbers });
    setUnitsError(error);
    if (error !== undefined) return;
    add.mutate(
      { property, unitNumbers: units.numbers, unitType: units.type },
      {
        onError: (refusal) => {
          const { unitNumbers, ...fields } = sentencesOfResponse(refusal);
          setUnitsError(unitNumbers);
          for (const [field, message] of Object.entries(fields))
            form.setError(field as keyof PropertyValues, { message });
        },
      },
    );
  });

  return (
    <SetUpFrame
      step={3}
      title="Your first building"
      description="Where are the units you let? More buildings can be added or imported afterwards."
    >
      <form
        noValidate
        className="space-y-6"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <PropertyFields form={form} />
        {type === "multi" && (
          <div className="grid gap-4 border-line border-t pt-5 sm:grid-cols-6">
            <Field
              label="Units"
              hint={unitsHint(units.numbers)}
              error={unitsError}
              isOptional
              className="sm:col-span-4"
            >
              <Input
                value={units.numbers}
                maxLength={2000}
                placeholder="101-110, 201-210"
                autoComplete="off"
                onChange={(event) => {
                  setUnits({ ...units, numbers: event.target.value });
                  setUnitsError(undefined);
                }}
              />
            </Field>
            <Field label="Unit type" className="sm:col-span-2">
              <Select
                value={units.type}
                options={typeOptions}
                onChange={(event) => setUnits({ ...units, type: event.target.value as UnitType })}
              />
            </Field>
          </div>
        )}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Button
            variant="ghost"
            size="lg"
            isBusy={skip.isPending}
            disabled={add.isPending}
            onClick={() => skip.mutate()}
          >
            Skip for now
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            isBusy={add.isPending}
            busyLabel="Saving..."
            disabled={skip.isPending}
            className="max-sm:flex-1"
          >
            Save Building
          </Button>
        </div>
      </form>
    </SetUpFrame>
  );
}

/** Says what a range comes to while it is typed. */
function unitsHint(written: string): string {
  const read = readUnitNumbers(written);
  if ("error" in read)
    return "Numbers and ranges, such as 101-110, 201-210. Rent and size are filled in later.";
  const { numbers } = read;
  const [first, last] = [numbers[0], numbers.at(-1)];
  return numbers.length === 1 ? `1 unit: ${first}` : `${numbers.length} units, from ${first} to ${last}`;
}
