import { useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { formatTimeZone } from "#shared/format/time-zone.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { getCurrentRecord, showFieldErrors } from "#web/error-message.ts";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { Combobox } from "#web/ui/forms/combobox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { EditDialog } from "#web/ui/overlays/edit-dialog.tsx";
import { changePropertySettings, type PropertySettings, propertySettings } from "../contract.ts";
import { formatPercent, percentInBasisPoints } from "./form-values.ts";
import { useSavePropertySettings } from "./mutations.ts";
import { getTimeZoneOptions } from "./time-zones.ts";

/** The fee in percent, as text. Null means the organization's fee. */
const formSchema = z.extend(changePropertySettings.body, {
  cardFeeBasisPoints: z.nullable(percentInBasisPoints),
});

const toFormValues = ({
  offersRegistration,
  cardFeeBasisPoints,
  timeZone,
  sharesBillFiles,
}: PropertySettings) => ({
  offersRegistration,
  cardFeeBasisPoints: cardFeeBasisPoints === null ? null : formatPercent(cardFeeBasisPoints, 100),
  timeZone,
  sharesBillFiles,
});

/** Edits the settings of a property. */
export function PropertySettingsDialog({
  property,
  onClose,
}: {
  property: PropertySettings;
  onClose: () => void;
}) {
  const [base, setBase] = useState(property);
  const form = useContractForm(formSchema, toFormValues(property), { mode: "onChange" });
  const { register, control, setValue, formState } = form;
  const fee = useWatch({ control, name: "cardFeeBasisPoints" });
  const draft = useDraft(form, `property-settings:${base.id}`, base.version);
  const edit = useSavePropertySettings(draft.clearThen(onClose));
  const save = (original: PropertySettings) =>
    form.handleSubmit((body) =>
      edit.mutate({ property: original, body }, { onError: showFieldErrors(form) }),
    )();

  return (
    <EditDialog
      draft={draft}
      title={`Settings for ${property.name}`}
      description={property.address}
      base={base}
      setBase={setBase}
      edit={edit}
      current={getCurrentRecord(propertySettings, edit.error)}
      compare={(savedSettings) => compareValues(toFormValues(savedSettings), form.getValues())}
      onSave={save}
      onKeepSaved={(savedSettings) => form.reset(toFormValues(savedSettings))}
      onClose={onClose}
    >
      <Checkbox
        {...register("offersRegistration")}
        label="List units at registration"
        hint="New tenants can request one of these units. The landlord approves each request."
      />
      <Checkbox
        {...register("sharesBillFiles")}
        label="Share bill files with tenants"
        hint="Tenants can download the bills in their statements of operating expenses."
      />
      <Checkbox
        label="Use a custom card fee"
        hint="For states that cap or ban surcharges. Otherwise, the organization's rate applies."
        checked={fee !== null}
        onChange={({ target }) =>
          setValue("cardFeeBasisPoints", target.checked ? "3.5" : null, { shouldValidate: true })
        }
      />
      {fee !== null && (
        <Field
          label="Card fee (%)"
          error={formState.errors.cardFeeBasisPoints?.message}
          hint="0 to 3.5%"
          isRequired
        >
          <Input {...register("cardFeeBasisPoints")} inputMode="decimal" maxLength={6} />
        </Field>
      )}
      <Controller
        control={control}
        name="timeZone"
        render={({ field, fieldState }) => (
          <Field
            label="Time zone"
            hint="Lease dates and due dates use this time zone."
            error={fieldState.error?.message}
            isRequired
          >
            <Combobox
              options={getTimeZoneOptions(field.value)}
              value={field.value}
              onChange={field.onChange}
            />
          </Field>
        )}
      />
    </EditDialog>
  );
}

type PropertySettingsFormValues = ReturnType<typeof toFormValues>;

function compareValues(savedValues: PropertySettingsFormValues, formValues: PropertySettingsFormValues) {
  const formatRegistration = ({ offersRegistration }: PropertySettingsFormValues) =>
    offersRegistration ? "Units listed" : "Not listed";
  const formatFee = ({ cardFeeBasisPoints: fee }: PropertySettingsFormValues) =>
    fee === null ? "Organization default" : `${fee}%`;
  const formatBillFiles = ({ sharesBillFiles }: PropertySettingsFormValues) =>
    sharesBillFiles ? "Shared" : "Not shared";
  return [
    {
      field: "Registration",
      savedText: formatRegistration(savedValues),
      editedText: formatRegistration(formValues),
    },
    { field: "Bill files", savedText: formatBillFiles(savedValues), editedText: formatBillFiles(formValues) },
    { field: "Card fee", savedText: formatFee(savedValues), editedText: formatFee(formValues) },
    {
      field: "Time zone",
      savedText: formatTimeZone(savedValues.timeZone),
      editedText: formatTimeZone(formValues.timeZone),
    },
  ];
}
