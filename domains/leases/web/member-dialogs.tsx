import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useState } from "react";
import { FormProvider, useController, useFormContext } from "react-hook-form";
import * as z from "zod/mini";
import { newInvitation } from "#domains/accounts/invitation-contract.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showAtFields } from "#web/refusal.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import type { Lease, LeaseMember } from "../contract.ts";
import { addMember, editMember } from "../member-contract.ts";
import { useAddMember, useEditMember, useInviteToLease } from "./api.ts";
import { dayOrNull } from "./lease-fields.tsx";
import { tenantsQuery } from "./queries.ts";

/** Adds one of the approved tenants within the access scope. */
export function AddMember({ lease, onClose }: { lease: Lease; onClose: () => void }) {
  const [text, setText] = useState("");
  const isBegun = lease.state !== "draft" && lease.from <= lease.today;
  const form = useContractForm(addMember.body, {
    userId: undefined as number | undefined,
    from: isBegun ? lease.today : lease.from,
    to: null as string | null,
  });
  const { field: person, fieldState } = useController({ control: form.control, name: "userId" });
  const add = useAddMember(lease.id, onClose);
  return (
    <FormDialog
      onClose={onClose}
      title="Add Person"
      description="Approved tenants of your buildings. Invite whoever has no account yet."
      submitLabel="Add Person"
      busyLabel="Adding..."
      isBusy={add.isPending}
      onSubmit={form.handleSubmit((body) => add.mutate(body, { onError: showAtFields(form) }))}
    >
      <Refused error={add.error} form={form} />
      <Field label="Search by name or email" isOptional>
        <Input type="search" value={text} maxLength={100} onChange={(event) => setText(event.target.value)} />
      </Field>
      <PersonChoice words={text.trim()} chosen={person.value} onChoose={person.onChange} />
      {fieldState.error !== undefined && (
        <p role="alert" className="text-red-text text-sm">
          {fieldState.error.message}
        </p>
      )}
      <FormProvider {...form}>
        <DayFields />
      </FormProvider>
    </FormDialog>
  );
}

const invitation = z.pick(newInvitation, { email: true });

/** Invites somebody without an account, who joins this lease by accepting. */
export function InviteToLease({ lease, onClose }: { lease: Lease; onClose: () => void }) {
  const form = useContractForm(invitation, { email: "" });
  const invite = useInviteToLease(lease.id, onClose);
  const isToCome = lease.from > lease.today;
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title="Invite to this lease"
      description={`They get an email with a link that works once, for 48 hours. By accepting they join this lease${
        isToCome ? `, from ${formatCalendarDay(lease.from)}` : ""
      }.`}
      submitLabel="Send invitation"
      busyLabel="Inviting..."
      isBusy={invite.isPending}
      onSubmit={form.handleSubmit(({ email }) => invite.mutate(email, { onError: showAtFields(form) }))}
    >
      <Refused error={invite.error} form={form} />
      <Field label="Email" error={form.formState.errors.email?.message} isRequired>
        <Input {...form.register("email")} type="email" inputMode="email" autoComplete="off" data-autofocus />
      </Field>
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
  if (people.data === undefined)
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

interface MemberDaysProps {
  lease: Lease;
  member: LeaseMember;
  onClose: () => void;
}

/** The first and the last day of a membership. */
export function MemberDays({ lease, member: { id, fullName, from, to }, onClose }: MemberDaysProps) {
  const form = useContractForm(editMember.body, { from, to });
  const edit = useEditMember(lease.id, onClose);
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title="Change Days"
      description={`When ${fullName} is on this lease.`}
      isBusy={edit.isPending}
      onSubmit={form.handleSubmit((days) =>
        edit.mutate({ memberId: id, ...days }, { onError: showAtFields(form) }),
      )}
    >
      <Refused error={edit.error} form={form} />
      <FormProvider {...form}>
        <DayFields />
      </FormProvider>
    </FormDialog>
  );
}

function DayFields() {
  const { register, formState } = useFormContext<{ from: string; to: string | null }>();
  const { errors } = formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="From" error={errors.from?.message} isRequired>
        <Input type="date" {...register("from")} />
      </Field>
      <Field label="To" hint="Empty: as long as the lease." error={errors.to?.message} isOptional>
        <Input type="date" {...register("to", { setValueAs: dayOrNull })} />
      </Field>
    </div>
  );
}
