import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormProvider, useFormContext, useWatch } from "react-hook-form";
import { isDay } from "#shared/calendar.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { getCurrentRecord, showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { EditDialog } from "#web/ui/overlays/edit-dialog.tsx";
import { editLease, type Lease, lease as leaseShape } from "../../contract.ts";
import { useEditLease } from "../mutations.ts";
import { propertyOptionsQuery, unitsQuery } from "../queries.ts";
import { EndDateEffects } from "../schedule/end-date-effects.tsx";
import { useSchedulePreview } from "../schedule/use-schedule.ts";
import { compareLease, type EditValues, toLeaseChange, toLeaseValues } from "./edit-values.ts";
import { LeaseFields, toDateOrNull } from "./lease-fields.tsx";

/**
 * Edits everything on a draft. On an active lease, edits only its end date and the last days of its units.
 */
export function EditLeaseDialog({ lease, onClose }: { lease: Lease; onClose: () => void }) {
  const [base, setBase] = useState(lease);
  const form = useContractForm(editLease.body, toLeaseValues(lease));
  const isDraft = base.state === "draft";
  // The fields show the options for the selected property.
  const propertyId = useWatch({ control: form.control, name: "propertyId" });
  const draft = useDraft(form, `lease:${base.id}`, base.version);
  const edit = useEditLease(draft.clearThen(onClose));
  const endsOn = useWatch({ control: form.control, name: "to" }) ?? null;
  const schedule = useSchedulePreview(
    base.id,
    isDraft || endsOn === base.to || (endsOn !== null && !(isDay(endsOn) && endsOn >= base.from))
      ? null
      : { endOn: endsOn, months: 1 },
  );
  const currentLease = getCurrentRecord(leaseShape, edit.error);
  const properties = useQuery({ ...propertyOptionsQuery, enabled: isDraft });
  const units = useQuery(unitsQuery(isDraft ? propertyId : null));
  const saveLease = (baseLease: Lease) =>
    form.handleSubmit((body) =>
      edit.mutate(
        { id: baseLease.id, version: baseLease.version, body: toLeaseChange(baseLease, body) },
        { onError: showFieldErrors(form) },
      ),
    )();
  return (
    <EditDialog
      draft={draft}
      title={isDraft ? "Edit Draft" : "Edit Lease"}
      description={
        isDraft
          ? null
          : "To change the rent or other terms, use Amend under Terms. To renew the lease, change its end date here, then amend the rent. To change anything else, create a new lease starting the day after this one ends."
      }
      base={base}
      setBase={setBase}
      edit={edit}
      isDisabled={schedule.isMissing}
      current={currentLease}
      compare={(savedLease) =>
        compareLease(savedLease, form.getValues(), {
          properties: [base.property, ...(properties.data ?? [])],
          units: [...base.units, ...(units.data ?? [])],
        })
      }
      onSave={saveLease}
      onKeepSaved={(savedLease) => form.reset(toLeaseValues(savedLease))}
      onClose={onClose}
    >
      {currentLease === undefined && <FormError error={edit.error} form={form} />}
      <FormProvider {...form}>{isDraft ? <LeaseFields /> : <ActiveLeaseFields lease={base} />}</FormProvider>
      {!isDraft && endsOn !== base.to && <EndDateEffects schedule={schedule} endsOn={endsOn} />}
    </EditDialog>
  );
}

function ActiveLeaseFields({ lease }: { lease: Lease }) {
  const { register, formState } = useFormContext<EditValues>();
  const { errors } = formState;
  return (
    <>
      <Field
        label="End date"
        hint={lease.state === "notice" ? undefined : "Leave blank if open-ended."}
        error={errors.to?.message}
        isOptional={lease.state !== "notice"}
        isRequired={lease.state === "notice"}
      >
        <Input type="date" {...register("to", { setValueAs: toDateOrNull })} />
      </Field>
      {lease.units.length > 1 && (
        <fieldset className="space-y-3">
          <legend className="font-medium">Units vacated early</legend>
          <p className="text-ink-soft text-sm">
            Enter the last day for any unit vacated before the lease ends. The unit becomes available the next
            day.
          </p>
          {lease.units.map(({ id, unitNumber }, index) => (
            <Field
              key={id}
              label={`Unit ${unitNumber}`}
              error={errors.vacatedUnits?.[index]?.on?.message}
              isOptional
            >
              <Input
                type="date"
                min={lease.from}
                {...register(`vacatedUnits.${index}.on`, { setValueAs: toDateOrNull })}
              />
            </Field>
          ))}
          {errors.vacatedUnits?.message !== undefined && (
            <p role="alert" className="text-red-text text-sm">
              {errors.vacatedUnits.message}
            </p>
          )}
        </fieldset>
      )}
    </>
  );
}
