import { useState } from "react";
import { useForm } from "react-hook-form";
import { userMessageOf } from "#web/api-client.ts";
import { Button } from "#web/ui/button.tsx";
import { ConflictNotice } from "#web/ui/conflict-notice.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import type { NewUnit, UnitDetails } from "../contract.ts";
import { unitStatusLabels } from "../unit-statuses.ts";
import { unitTypeLabels } from "../unit-types.ts";
import { currentUnit, fieldsOf, useEditUnit } from "./api.ts";
import { UnitFields, type UnitValues, unitResolver, valuesOfUnit } from "./unit-fields.tsx";

const formId = "edit-unit";
const labels = {
  unitNumber: "Unit number",
  type: "Unit type",
  status: "Status",
  beds: "Beds",
  baths: "Baths",
  sizeSqft: "Size",
  rent: "Rent",
  deposit: "Deposit",
} as const satisfies Record<Exclude<keyof UnitValues, "propertyId">, string>;

/** Changes a unit, its status by hand from any to any (AUN-20). Where somebody else was faster, both versions are shown. */
export function EditUnitDialog({ unit, onClose }: { unit: UnitDetails; onClose: () => void }) {
  const [version, setVersion] = useState(unit.version);
  const form = useForm<UnitValues, unknown, NewUnit>({
    resolver: unitResolver,
    defaultValues: valuesOfUnit(unit),
  });
  const edit = useEditUnit(onClose);
  const theirs = currentUnit(edit.error);
  const saveAs = (seen: number) =>
    form.handleSubmit(({ propertyId: _, ...body }) =>
      edit.mutate(
        { id: unit.id, version: seen, body },
        {
          onError: (error) => {
            for (const [field, message] of Object.entries(fieldsOf(error)))
              form.setError(field as keyof UnitValues, { message });
          },
        },
      ),
    )();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title={`Edit Unit ${unit.unitNumber}`}
      description={null}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isBusy={edit.isPending} busyLabel="Saving...">
            Save Changes
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          void saveAs(version);
        }}
      >
        {theirs !== undefined && theirs.version !== version && (
          <ConflictNotice
            message={userMessageOf(edit.error)}
            differences={differences(valuesOfUnit(theirs), form.getValues())}
            isBusy={edit.isPending}
            onTakeTheirs={() => {
              form.reset(valuesOfUnit(theirs));
              setVersion(theirs.version);
            }}
            onKeepYours={() => {
              setVersion(theirs.version);
              void saveAs(theirs.version);
            }}
          />
        )}
        <UnitFields form={form} />
      </form>
    </Dialog>
  );
}

const fields = Object.keys(labels) as (keyof typeof labels)[];

const differences = (theirs: UnitValues, yours: UnitValues) =>
  fields
    .filter((field) => theirs[field] !== yours[field])
    .map((field) => ({
      field: labels[field],
      theirs: inWords(field, theirs[field]),
      yours: inWords(field, yours[field]),
    }));

const words: Partial<Record<keyof UnitValues, Record<string, string>>> = {
  type: unitTypeLabels,
  status: unitStatusLabels,
};
const inWords = (field: keyof UnitValues, value: string) => words[field]?.[value] ?? value;
