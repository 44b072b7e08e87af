import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useState } from "react";
import { fieldErrorsOf } from "#web/refusal.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import type { Lease, LeaseMember } from "../contract.ts";
import { useAddMember, useEditMember } from "./api.ts";
import { tenantsQuery } from "./queries.ts";
import { Refused } from "./refused.tsx";

interface Days {
  from: string;
  to: string;
}

/** Chooses among the approved tenants within the access scope. */
export function AddMember({ lease, onClose }: { lease: Lease; onClose: () => void }) {
  const [text, setText] = useState("");
  const [userId, setUserId] = useState<number>();
  const [missing, setMissing] = useState<string>();
  const isBegun = lease.state !== "draft" && lease.from <= lease.today;
  const [days, setDays] = useState<Days>({ from: isBegun ? lease.today : lease.from, to: "" });
  const add = useAddMember(lease.id, onClose);
  const errors = fieldErrorsOf(add.error);
  const save = () => {
    setMissing(userId === undefined ? "Please choose a person" : undefined);
    if (userId === undefined) return;
    add.mutate({ userId, ...sentDays(days) });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Add Person"
      description="Approved tenants of your buildings. Invite others first."
      submitLabel="Add Person"
      busyLabel="Adding..."
      isBusy={add.isPending}
      onSubmit={save}
    >
      <Refused error={add.error} />
      <Field label="Search by name or e-mail" isOptional>
        <Input type="search" value={text} maxLength={100} onChange={(event) => setText(event.target.value)} />
      </Field>
      <PersonChoice words={text.trim()} chosen={userId} onChoose={setUserId} />
      {(missing ?? errors.userId) !== undefined && (
        <p role="alert" className="text-red-text text-sm">
          {missing ?? errors.userId}
        </p>
      )}
      <DayFields days={days} errors={errors} onChange={setDays} />
    </FormDialog>
  );
}

interface PersonChoiceProps {
  words: string;
  chosen: number | undefined;
  onChoose: (id: number) => void;
}

function PersonChoice({ words, chosen, onChoose }: PersonChoiceProps) {
  const name = useId();
  const people = useQuery(tenantsQuery(useDeferredValue(words)));
  if (people.isPending) return <SkeletonRows count={3} />;
  if (people.isError)
    return (
      <ErrorState
        title="The people could not be loaded."
        error={people.error}
        onRetry={() => void people.refetch()}
      />
    );
  if (people.data.length === 0)
    return <p className="text-ink-soft">{words === "" ? "There is nobody to add yet." : "Nobody found."}</p>;
  return (
    <fieldset className="max-h-56 overflow-y-auto rounded-control ring-1 ring-line ring-inset">
      <legend className="sr-only">Person</legend>
      {people.data.map(({ id, fullName, email }) => (
        <div key={id} className="flex min-h-(--control) items-center gap-3 px-3 hover:bg-hover">
          <input
            type="radio"
            id={`${name}-${id}`}
            name={name}
            className="size-4.5 shrink-0 accent-accent"
            checked={chosen === id}
            onChange={() => onChoose(id)}
          />
          <label htmlFor={`${name}-${id}`} className="min-w-0 flex-1 cursor-pointer py-2">
            {fullName}
            <span className="block truncate text-ink-soft text-sm">{email}</span>
          </label>
        </div>
      ))}
    </fieldset>
  );
}

/** The first and the last day of a membership. */
export function MemberDays({
  lease,
  member,
  onClose,
}: {
  lease: Lease;
  member: LeaseMember;
  onClose: () => void;
}) {
  const [days, setDays] = useState<Days>({ from: member.from, to: member.to ?? "" });
  const edit = useEditMember(lease.id, onClose);
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title="Change Days"
      description={`When ${member.fullName} is on this lease.`}
      isBusy={edit.isPending}
      onSubmit={() => edit.mutate({ memberId: member.id, ...sentDays(days) })}
    >
      <Refused error={edit.error} />
      <DayFields days={days} errors={fieldErrorsOf(edit.error)} onChange={setDays} />
    </FormDialog>
  );
}

const sentDays = ({ from, to }: Days) => ({ from, to: to === "" ? null : to });

interface DayFieldsProps {
  days: Days;
  errors: Record<string, string>;
  onChange: (days: Days) => void;
}

const DayFields = ({ days, errors, onChange }: DayFieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Field label="From" error={errors.from} isRequired>
      <Input
        type="date"
        value={days.from}
        onChange={(event) => onChange({ ...days, from: event.target.value })}
      />
    </Field>
    <Field label="To" hint="Empty: as long as the lease." error={errors.to} isOptional>
      <Input
        type="date"
        value={days.to}
        onChange={(event) => onChange({ ...days, to: event.target.value })}
      />
    </Field>
  </div>
);
