import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { getCurrentRecord, getFieldErrors, showFieldErrors } from "#web/error-message.ts";
import { compareFields } from "#web/ui/forms/conflict-notice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { RadioOption } from "#web/ui/forms/radio-option.tsx";
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

/** Edits a unit. Any status change is allowed (AUN-20). A changed area applies from a date (REC-20). */
export function EditUnitDialog({ unit, onClose }: { unit: UnitDetails; onClose: () => void }) {
  const [base, setBase] = useState(unit);
  const form = useContractForm<UnitFormValues, NewUnit>(unitInput, toUnitValues(unit));
  const sizes = useWatch({ control: form.control, name: ["rentableSqft", "sizeSqft"] });
  const [areaDate, setAreaDate] = useState<AreaDate>({ isAlways: false, from: unit.today });
  const draft = useDraft(form, `unit:${base.id}`, base.version);
  const edit = useEditUnit(draft.clearThen(onClose));
  const area = Number(sizes.find((size) => size !== "") ?? 0);
  const hasAreaChanged = (base.areaSqft ?? 0) > 0 && !Number.isNaN(area) && area !== base.areaSqft;
  const save = ({ id, version }: UnitDetails) =>
    form.handleSubmit(({ propertyId: _, ...input }) => {
      const body = hasAreaChanged ? { ...input, areaFrom: areaDate.isAlways ? null : areaDate.from } : input;
      edit.mutate({ id, version, body }, { onError: showFieldErrors(form) });
    })();
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
      onKeepSaved={(savedUnit) => form.reset(toUnitValues(savedUnit))}
      onClose={onClose}
    >
      <UnitFields form={form} />
      {hasAreaChanged && (
        <AreaDateFields
          value={areaDate}
          squareFeet={base.areaSqft ?? 0}
          error={getFieldErrors(edit.error).areaFrom}
          onChange={setAreaDate}
        />
      )}
      <AccessNotesField
        input={form.register("accessNotes")}
        error={form.formState.errors.accessNotes?.message}
      />
    </EditDialog>
  );
}

/** From when a changed area applies. With `isAlways`, the date doesn't count. */
interface AreaDate {
  isAlways: boolean;
  from: string;
}

interface AreaDateFieldsProps {
  value: AreaDate;
  /** The area before the change. */
  squareFeet: number;
  error: string | undefined;
  onChange: (value: AreaDate) => void;
}

/** Asks from when the changed area applies, and says what depends on it. */
const AreaDateFields = ({ value, squareFeet, error, onChange }: AreaDateFieldsProps) => (
  <fieldset>
    <legend className="mb-1.5 font-medium">When did the area change?</legend>
    <div className="grid items-start gap-2 sm:grid-cols-2">
      <RadioOption
        name="area-date"
        label="The unit changed"
        hint={`It had ${squareFeet.toLocaleString("en-US")} sq ft before. Tenants' shares of operating expenses are split on the date.`}
        isSelected={!value.isAlways}
        onSelect={() => onChange({ ...value, isAlways: false })}
      />
      <RadioOption
        name="area-date"
        label="It was always this size"
        hint="Corrects a mistake. Shares and rent rolls of earlier dates change too."
        isSelected={value.isAlways}
        onSelect={() => onChange({ ...value, isAlways: true })}
      />
    </div>
    {!value.isAlways && (
      <Field label="From when?" hint="Today or an earlier date." error={error} isRequired className="mt-4">
        <Input
          type="date"
          value={value.from}
          onChange={({ target }) => onChange({ ...value, from: target.value })}
        />
      </Field>
    )}
  </fieldset>
);
