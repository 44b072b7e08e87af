import { useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import * as z from "zod/mini";
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
import { timeZoneOptions } from "./time-zones.ts";

/** The fee in percent, as text. Null means the organization's fee. */
const formSchema = z.extend(changePropertySettings.body, {
  cardFeeBasisPoints: z.nullable(percentInBasisPoints),
});

const toFormValues = ({ offersRegistration, cardFeeBasisPoints, timeZone }: PropertySettings) => ({
  offersRegistration,
  cardFeeBasisPoints: cardFeeBasisPoints === null ? null : formatPercent(cardFeeBasisPoints, 100),
  timeZone,
});

/** Edits the settings of a property. */
export function PropertySettingsDialog({
  building,
  onClose,
}: {
  building: PropertySettings;
  onClose: () => void;
}) {
  const [base, setBase] = useState(building);
  const form = useContractForm(formSchema, toFormValues(building), { mode: "onChange" });
  const { register, control, setValue, formState } = form;
  const fee = useWatch({ control, name: "cardFeeBasisPoints" });
  const draft = useDraft(form, `building-settings:${base.id}`, base.version);
  const edit = useSavePropertySettings(draft.clearThen(onClose));
  const save = (from: PropertySettings) =>
    form.handleSubmit((body) => edit.mutate({ building: from, body }, { onError: showFieldErrors(form) }))();

  return (
    <EditDialog
      draft={draft}
      title={`Settings for ${building.name}`}
      description={building.address}
      base={base}
      setBase={setBase}
      edit={edit}
      current={getCurrentRecord(propertySettings, edit.error)}
      compare={(theirs) => compareValues(toFormValues(theirs), form.getValues())}
      onSave={save}
      onTakeTheirs={(theirs) => form.reset(toFormValues(theirs))}
      onClose={onClose}
    >
      <Checkbox
        {...register("offersRegistration")}
        label="List units at registration"
        hint="New tenants can request one of these units. The landlord approves each request."
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
            <Combobox options={timeZoneOptions(field.value)} value={field.value} onChange={field.onChange} />
          </Field>
        )}
      />
    </EditDialog>
  );
}

type FormValues = ReturnType<typeof toFormValues>;

function compareValues(theirs: FormValues, yours: FormValues) {
  const formatRegistration = ({ offersRegistration }: FormValues) =>
    offersRegistration ? "Units listed" : "Not listed";
  const formatFee = ({ cardFeeBasisPoints: fee }: FormValues) =>
    fee === null ? "Organization default" : `${fee}%`;
  return [
    { field: "Registration", theirs: formatRegistration(theirs), yours: formatRegistration(yours) },
    { field: "Card fee", theirs: formatFee(theirs), yours: formatFee(yours) },
    { field: "Time zone", theirs: theirs.timeZone, yours: yours.timeZone },
  ];
}
