import { useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { currentOf, showAtFields } from "#web/refusal.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Combobox } from "#web/ui/combobox.tsx";
import { EditDialog } from "#web/ui/edit-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { changePropertySettings, type PropertySettings, propertySettings } from "../contract.ts";
import { useSavePropertySettings } from "./api.ts";
import { timeZoneOptions } from "./time-zones.ts";
import { formatPercent, percentInBasisPoints } from "./typed.ts";

/** The fee in percent, as text; null stands for the organization's fee. */
const typedSettings = z.extend(changePropertySettings.body, {
  cardFeeBasisPoints: z.nullable(percentInBasisPoints),
});

const asTyped = ({ offersRegistration, cardFeeBasisPoints, timeZone }: PropertySettings) => ({
  offersRegistration,
  cardFeeBasisPoints: cardFeeBasisPoints === null ? null : formatPercent(cardFeeBasisPoints, 100),
  timeZone,
});

/** The settings of a building. */
export function BuildingDialog({ building, onClose }: { building: PropertySettings; onClose: () => void }) {
  const [base, setBase] = useState(building);
  const form = useContractForm(typedSettings, asTyped(building), { mode: "onChange" });
  const { register, control, setValue, formState } = form;
  const fee = useWatch({ control, name: "cardFeeBasisPoints" });
  const draft = useDraft(form, `building-settings:${base.id}`, base.version);
  const edit = useSavePropertySettings(draft.dropAnd(onClose));
  const save = (from: PropertySettings) =>
    form.handleSubmit((body) => edit.mutate({ building: from, body }, { onError: showAtFields(form) }))();

  return (
    <EditDialog
      draft={draft}
      title={`Settings of ${building.name}`}
      description={building.address}
      size="sm"
      base={base}
      setBase={setBase}
      edit={edit}
      current={currentOf(propertySettings, edit.error)}
      compare={(theirs) => compareTyped(asTyped(theirs), form.getValues())}
      onSave={save}
      onTakeTheirs={(theirs) => form.reset(asTyped(theirs))}
      onClose={onClose}
    >
      <Checkbox
        {...register("offersRegistration")}
        label="Offer its units when people register"
        hint="New tenants can claim one of them; the landlord decides on each claim."
      />
      <Checkbox
        label="Its own card fee"
        hint="For states that cap or forbid surcharges. Otherwise the organization's rate applies."
        checked={fee !== null}
        onChange={({ target }) =>
          setValue("cardFeeBasisPoints", target.checked ? "3.5" : null, { shouldValidate: true })
        }
      />
      {fee !== null && (
        <Field
          label="Card fee in percent"
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
            hint="Lease days and due dates follow this time zone."
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

type Typed = ReturnType<typeof asTyped>;

function compareTyped(theirs: Typed, yours: Typed) {
  const offerOf = ({ offersRegistration }: Typed) => (offersRegistration ? "Units offered" : "Not offered");
  const feeOf = ({ cardFeeBasisPoints: fee }: Typed) => (fee === null ? "As the organization" : `${fee}%`);
  return [
    { field: "Registration", theirs: offerOf(theirs), yours: offerOf(yours) },
    { field: "Card fee", theirs: feeOf(theirs), yours: feeOf(yours) },
    { field: "Time zone", theirs: theirs.timeZone, yours: yours.timeZone },
  ];
}
