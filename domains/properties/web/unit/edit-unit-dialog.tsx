import { useState } from "react";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { getCurrentRecord, showFieldErrors } from "#web/error-message.ts";
import { compareFields } from "#web/ui/forms/conflict-notice.tsx";
import { EditDialog } from "#web/ui/overlays/edit-dialog.tsx";
import { type NewUnit, type UnitDetails, unitDetails } from "../../contract.ts";
import { unitInput } from "../../unit-input.ts";
import { unitStatusLabels } from "../../unit-statuses.ts";
import { unitTypeLabels } from "../../unit-types.ts";
import { AccessNotesField } from "../access-notes-field.tsx";
import { useEditUnit } from "../mutations.ts";
import { toUnitValues, UnitFields, type UnitFormValues } from "./unit-fields.tsx";

const fieldLabels = {
  unitNumber: "Unit number",
  type: "Unit type",
  status: "Status",
  suite: "Suite",
  floor: "Floor",
  rentableSqft: "Rentable area",
  beds: "Beds",
  baths: "Baths",
  sizeSqft: "Size",
  rent: "Rent",
  deposit: "Deposit",
  accessNotes: "Access notes",
} as const satisfies Record<Exclude<keyof UnitFormValues, "propertyId">, string>;
const optionLabels = { type: unitTypeLabels, status: unitStatusLabels };

/** Edits a unit. Any status change is allowed (AUN-20). */
export function EditUnitDialog({ unit, onClose }: { unit: UnitDetails; onClose: () => void }) {
  const [base, setBase] = useState(unit);
  const form = useContractForm<UnitFormValues, NewUnit>(unitInput, toUnitValues(unit));
  const draft = useDraft(form, `unit:${base.id}`, base.version);
  const edit = useEditUnit(draft.clearThen(onClose));
  const save = ({ id, version }: UnitDetails) =>
    form.handleSubmit(({ propertyId: _, ...body }) =>
      edit.mutate({ id, version, body }, { onError: showFieldErrors(form) }),
    )();
  return (
    <EditDialog
      draft={draft}
      title={`Edit Unit ${unit.unitNumber}`}
      description={null}
      size="wide"
      base={base}
      setBase={setBase}
      edit={edit}
      current={getCurrentRecord(unitDetails, edit.error)}
      compare={(savedUnit) =>
        compareFields(
          fieldLabels,
          toUnitValues(savedUnit),
          { ...toUnitValues(base), ...form.getValues() },
          optionLabels,
        )
      }
      onSave={save}
      onTakeTheirs={(savedUnit) => form.reset(toUnitValues(savedUnit))}
      onClose={onClose}
    >
      <UnitFields form={form} />
      <AccessNotesField
        input={form.register("accessNotes")}
        error={form.formState.errors.accessNotes?.message}
      />
    </EditDialog>
  );
}
