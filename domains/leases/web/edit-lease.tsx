import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { currentOf, fieldErrorsOf } from "#web/refusal.ts";
import { EditDialog } from "#web/ui/edit-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { editLease, type Lease, lease as leaseShape } from "../contract.ts";
import { useEditLease } from "./api.ts";
import { changeOf, compareLease, type EditValues, valuesOf } from "./edit-values.ts";
import { LeaseFields } from "./lease-fields.tsx";
import { errorsOf, type LeaseErrors } from "./lease-values.ts";
import { buildingsQuery, unitsQuery } from "./queries.ts";
import { Refused } from "./refused.tsx";

/** A draft in everything; of a lease that is none any more its last day and those of its units. */
export function EditLease({ lease, onClose }: { lease: Lease; onClose: () => void }) {
  const [base, setBase] = useState(lease);
  const [values, setValues] = useState(() => valuesOf(lease));
  const [errors, setErrors] = useState<LeaseErrors>({});
  const edit = useEditLease(onClose);
  const current = currentOf(leaseShape, edit.error);
  const isDraft = base.state === "draft";
  // The choices of a draft, which its fields show too.
  const buildings = useQuery({ ...buildingsQuery, enabled: isDraft });
  const units = useQuery({
    ...unitsQuery(values.propertyId),
    enabled: isDraft && values.propertyId !== "",
  });
  const change = (changed: Partial<EditValues>) => setValues({ ...values, ...changed });
  const save = (from: Lease) => {
    const body = changeOf(from, values);
    const wrong = errorsOf(z.safeParse(editLease.body, body));
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    edit.mutate(
      { id: from.id, version: from.version, body },
      { onError: (error) => setErrors(fieldErrorsOf(error)) },
    );
  };
  return (
    <EditDialog
      title={isDraft ? "Edit Draft" : "Edit Lease"}
      description={isDraft ? null : "To change more, record a new lease from the day after this one."}
      base={base}
      setBase={setBase}
      edit={edit}
      current={current}
      compare={(theirs) =>
        compareLease(theirs, values, {
          buildings: [base.property, ...(buildings.data ?? [])],
          units: [...base.units, ...(units.data ?? [])],
        })
      }
      onSave={save}
      onTakeTheirs={(theirs) => {
        setValues(valuesOf(theirs));
        setErrors({});
      }}
      onClose={onClose}
    >
      {current === undefined && <Refused error={edit.error} />}
      {isDraft ? (
        <LeaseFields values={values} errors={errors} onChange={change} />
      ) : (
        <RunningFields lease={base} values={values} errors={errors} onChange={change} />
      )}
    </EditDialog>
  );
}

interface RunningFieldsProps {
  lease: Lease;
  values: EditValues;
  errors: LeaseErrors;
  onChange: (change: Partial<EditValues>) => void;
}

function RunningFields({ lease, values, errors, onChange }: RunningFieldsProps) {
  return (
    <>
      <Field label="Last day" hint="Leave empty for an open end." error={errors.to} isOptional>
        <Input type="date" value={values.to} onChange={(event) => onChange({ to: event.target.value })} />
      </Field>
      {lease.units.length > 1 && (
        <fieldset className="space-y-3">
          <legend className="font-medium">Units given back early</legend>
          <p className="text-ink-soft text-sm">
            The last day of a unit that leaves before the lease ends. It is free from the day after.
          </p>
          {lease.units.map(({ id, unitNumber }) => (
            <Field key={id} label={`Unit ${unitNumber}`} isOptional>
              <Input
                type="date"
                min={lease.from}
                value={values.givenBack[id] ?? ""}
                onChange={(event) =>
                  onChange({ givenBack: { ...values.givenBack, [id]: event.target.value } })
                }
              />
            </Field>
          ))}
          {errors.givenBack !== undefined && (
            <p role="alert" className="text-red-text text-sm">
              {errors.givenBack}
            </p>
          )}
        </fieldset>
      )}
    </>
  );
}
