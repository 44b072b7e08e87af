import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormProvider, useFormContext, useWatch } from "react-hook-form";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { currentOf, showAtFields } from "#web/refusal.ts";
import { EditDialog } from "#web/ui/edit-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { editLease, type Lease, lease as leaseShape } from "../contract.ts";
import { useEditLease } from "./api.ts";
import { changeOf, compareLease, type EditValues, valuesOf } from "./edit-values.ts";
import { dayOrNull, LeaseFields } from "./lease-fields.tsx";
import { buildingsQuery, unitsQuery } from "./queries.ts";

/** Edits everything of a draft; of an activated lease only its last day and the last days of its units. */
export function EditLease({ lease, onClose }: { lease: Lease; onClose: () => void }) {
  const [base, setBase] = useState(lease);
  const form = useContractForm(editLease.body, valuesOf(lease));
  const isDraft = base.state === "draft";
  // The fields show the options of the chosen building.
  const propertyId = useWatch({ control: form.control, name: "propertyId" });
  const draft = useDraft(form, `lease:${base.id}`, base.version);
  const edit = useEditLease(draft.dropAnd(onClose));
  const current = currentOf(leaseShape, edit.error);
  const buildings = useQuery({ ...buildingsQuery, enabled: isDraft });
  const units = useQuery(unitsQuery(isDraft ? propertyId : null));
  const save = (from: Lease) =>
    form.handleSubmit((body) =>
      edit.mutate(
        { id: from.id, version: from.version, body: changeOf(from, body) },
        { onError: showAtFields(form) },
      ),
    )();
  return (
    <EditDialog
      draft={draft}
      title={isDraft ? "Edit Draft" : "Edit Lease"}
      description={isDraft ? null : "To change more, record a new lease from the day after this one."}
      base={base}
      setBase={setBase}
      edit={edit}
      current={current}
      compare={(theirs) =>
        compareLease(theirs, form.getValues(), {
          buildings: [base.property, ...(buildings.data ?? [])],
          units: [...base.units, ...(units.data ?? [])],
        })
      }
      onSave={save}
      onTakeTheirs={(theirs) => form.reset(valuesOf(theirs))}
      onClose={onClose}
    >
      {current === undefined && <Refused error={edit.error} form={form} />}
      <FormProvider {...form}>{isDraft ? <LeaseFields /> : <RunningFields lease={base} />}</FormProvider>
    </EditDialog>
  );
}

function RunningFields({ lease }: { lease: Lease }) {
  const { register, formState } = useFormContext<EditValues>();
  const { errors } = formState;
  return (
    <>
      <Field label="Last day" hint="Leave empty for an open end." error={errors.to?.message} isOptional>
        <Input type="date" {...register("to", { setValueAs: dayOrNull })} />
      </Field>
      {lease.units.length > 1 && (
        <fieldset className="space-y-3">
          <legend className="font-medium">Units given back early</legend>
          <p className="text-ink-soft text-sm">
            The last day of a unit that leaves before the lease ends. It is free from the day after.
          </p>
          {lease.units.map(({ id, unitNumber }, index) => (
            <Field
              key={id}
              label={`Unit ${unitNumber}`}
              error={errors.givenBack?.[index]?.on?.message}
              isOptional
            >
              <Input
                type="date"
                min={lease.from}
                {...register(`givenBack.${index}.on`, { setValueAs: dayOrNull })}
              />
            </Field>
          ))}
          {errors.givenBack?.message !== undefined && (
            <p role="alert" className="text-red-text text-sm">
              {errors.givenBack.message}
            </p>
          )}
        </fieldset>
      )}
    </>
  );
}
