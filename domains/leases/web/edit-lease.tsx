import { useState } from "react";
import * as z from "zod/mini";
import { userMessageOf } from "#web/api-client.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { editLease, type Lease } from "../contract.ts";
import { currentOf, fieldErrorsOf, useEditLease } from "./api.ts";
import { LeaseFields } from "./lease-fields.tsx";
import { bodyOf, errorsOf, type LeaseErrors, type LeaseValues } from "./lease-values.ts";
import { dayOrOpen, unitsInWords } from "./words.ts";

const formId = "edit-lease";

interface EditValues extends LeaseValues {
  /** The last day of each unit that leaves earlier than the lease, by the unit's id. */
  givenBack: Record<number, string>;
}

const valuesOf = (lease: Lease): EditValues => ({
  companyName: lease.company.name,
  propertyId: String(lease.property.id),
  unitIds: lease.units.map(({ id }) => id),
  from: lease.from,
  to: lease.to ?? "",
  givenBack: Object.fromEntries(
    lease.units.filter(({ to }) => to !== lease.to).map(({ id, to }) => [id, to ?? ""]),
  ),
});

/**
 * A draft in everything; of a lease that is none any more its last day and those of its units. What one started from is
 * sent along: when somebody else saved first, both versions are shown and nothing is lost.
 */
export function EditLease({ lease, onClose }: { lease: Lease; onClose: () => void }) {
  const [base, setBase] = useState(lease);
  const [values, setValues] = useState(() => valuesOf(lease));
  const [errors, setErrors] = useState<LeaseErrors>({});
  const { mutate, isPending, error } = useEditLease(onClose);
  const current = currentOf(error);
  const isStale = current !== undefined && current.version !== base.version;
  const isDraft = base.state === "draft";
  const change = (changed: Partial<EditValues>) => setValues({ ...values, ...changed });
  const save = () => {
    const body = isDraft
      ? { ...bodyOf(values), propertyId: Number(values.propertyId) }
      : { to: values.to === "" ? null : values.to, givenBack: givenBackOf(base, values) };
    const wrong = errorsOf(z.safeParse(editLease.body, body));
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    mutate(
      { id: base.id, version: base.version, body },
      { onError: (failure) => setErrors(fieldErrorsOf(failure)) },
    );
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isDraft ? "Edit Draft" : "Edit Lease"}
      description={isDraft ? null : "To change more, record a new lease from the day after this one."}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isBusy={isPending} busyLabel="Saving...">
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
          save();
        }}
      >
        {isStale && (
          <Conflict
            title={userMessageOf(error)}
            theirs={current}
            mine={values}
            onKeepMine={() => setBase(current)}
            onTakeTheirs={() => {
              setBase(current);
              setValues(valuesOf(current));
              setErrors({});
            }}
          />
        )}
        {error !== null && current === undefined && Object.keys(errors).length === 0 && (
          <Banner kind="danger" title="The lease could not be saved.">
            {userMessageOf(error)}
          </Banner>
        )}
        {isDraft ? (
          <LeaseFields values={values} errors={errors} onChange={change} />
        ) : (
          <RunningFields lease={base} values={values} errors={errors} onChange={change} />
        )}
      </form>
    </Dialog>
  );
}

/** What changes of the units' own last days: a day, or null for a unit that stays until the end after all. */
function givenBackOf(lease: Lease, { givenBack }: EditValues): { unitId: number; on: string | null }[] {
  const before = valuesOf(lease).givenBack;
  return lease.units
    .map(({ id }) => id)
    .filter((id) => (givenBack[id] ?? "") !== (before[id] ?? ""))
    .map((unitId) => ({ unitId, on: givenBack[unitId] || null }));
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

interface ConflictProps {
  title: string;
  theirs: Lease;
  mine: EditValues;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Somebody else saved first: both versions, and the choice between them. */
function Conflict({ title, theirs, mine, onKeepMine, onTakeTheirs }: ConflictProps) {
  const earlier = theirs.units.filter(({ to }) => to !== theirs.to);
  return (
    <Banner kind="warning" title={title}>
      <p>
        {`It now says: ${theirs.company.name}, ${unitsInWords(theirs.units)}, ${dayOrOpen(theirs.from)} to ${dayOrOpen(theirs.to)}.`}
        {earlier.map(({ unitNumber, to }) => ` Unit ${unitNumber} until ${dayOrOpen(to)}.`)}
      </p>
      <p>
        {`Yours, not saved yet: ${dayOrOpen(mine.from || null)} to ${dayOrOpen(mine.to || null)}. The fields below still hold it.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button size="sm" onClick={onTakeTheirs}>
          Show what it says now
        </Button>
      </div>
    </Banner>
  );
}
