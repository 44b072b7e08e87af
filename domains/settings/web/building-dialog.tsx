import { useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { useContractForm } from "#web/contract-form.ts";
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

/** The fee is typed in percent; null is that of the organization. */
const typedSettings = z.extend(changePropertySettings.body, {
  cardFeeBasisPoints: z.nullable(percentInBasisPoints),
});

const asTyped = ({ offersRegistration, cardFeeBasisPoints, timeZone }: PropertySettings) => ({
  offersRegistration,
  cardFeeBasisPoints: cardFeeBasisPoints === null ? null : formatPercent(cardFeeBasisPoints, 100),
  timeZone,
});

/** What one building has of its own. */
export function BuildingDialog({ building, onClose }: { building: PropertySettings; onClose: () => void }) {
  const [base, setBase] = useState(building);
  const form = useContractForm(typedSettings, asTyped(building), { mode: "onChange" });
  const { register, control, setValue, formState } = form;
  const fee = useWatch({ control, name: "cardFeeBasisPoints" });
  const edit = useSavePropertySettings(onClose);
  const save = (from: PropertySettings) =>
    form.handleSubmit((body) => edit.mutate({ building: from, body }, { onError: showAtFields(form) }))();

  return (
    <EditDialog
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
        hint="New tenants choose among them; a claim waits for the landlord."
      />
      <Checkbox
        label="A card fee of its own"
        hint="Where a state caps or forbids surcharges. Otherwise the organization's rate holds."
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
            hint="Days of leases and due dates begin and end by it."
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
