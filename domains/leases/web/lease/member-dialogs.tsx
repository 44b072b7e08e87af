import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useState } from "react";
import { FormProvider, useController, useFormContext } from "react-hook-form";
import * as z from "zod/mini";
import { newInvitation } from "#domains/people/invitation-contract.ts";
import { InvitationSentDialog } from "#domains/people/web/invitations/invitation-sent-dialog.tsx";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import type { Lease, LeaseMember } from "../../contract.ts";
import { addMember, editMember } from "../../member-contract.ts";
import { useAddMember, useEditMember, useInviteToLease } from "../mutations.ts";
import { tenantsQuery } from "../queries.ts";
import { toDateOrNull } from "./lease-fields.tsx";

/** Adds an approved tenant the user can access. */
export function AddMemberDialog({ lease, onClose }: { lease: Lease; onClose: () => void }) {
  const [searchText, setSearchText] = useState("");
  const hasStarted = lease.state !== "draft" && lease.from <= lease.today;
  const form = useContractForm(addMember.body, {
    userId: undefined as number | undefined,
    from: hasStarted ? lease.today : lease.from,
    to: null as string | null,
  });
  const { field: person, fieldState } = useController({ control: form.control, name: "userId" });
  const addPerson = useAddMember(lease.id, onClose);
  return (
    <FormDialog
      onClose={onClose}
      title="Add Person"
      description="Choose from approved tenants at your properties. Invite anyone who doesn't have an account yet."
      submitLabel="Add Person"
      busyLabel="Adding..."
      isBusy={addPerson.isPending}
      onSubmit={form.handleSubmit((body) => addPerson.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={addPerson.error} form={form} />
      <Field label="Search by name or email" isOptional>
        <Input
          type="search"
          value={searchText}
          maxLength={100}
          onChange={(event) => setSearchText(event.target.value)}
        />
      </Field>
      <PersonSelect searchText={searchText.trim()} selectedId={person.value} onSelect={person.onChange} />
      {fieldState.error !== undefined && (
        <p role="alert" className="text-red-text text-sm">
          {fieldState.error.message}
        </p>
      )}
      <FormProvider {...form}>
        <DateFields />
      </FormProvider>
    </FormDialog>
  );
}

const invitation = z.pick(newInvitation, { email: true });

/** Invites someone without an account. Accepting the invitation adds them to this lease. */
export function InviteToLeaseDialog({ lease, onClose }: { lease: Lease; onClose: () => void }) {
  const form = useContractForm(invitation, { email: "" });
  const sendInvitation = useInviteToLease(lease.id);
  if (sendInvitation.data !== undefined)
    return <InvitationSentDialog invitation={sendInvitation.data} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title="Invite to This Lease"
      description={
        lease.from > lease.today
          ? `They get a single-use link, valid for 14 days. Accepting it adds them to this lease, starting ${formatCalendarDay(lease.from)}.`
          : "They get a single-use link, valid for 14 days. Accepting it adds them to this lease."
      }
      submitLabel="Send Invitation"
      busyLabel="Inviting..."
      isBusy={sendInvitation.isPending}
      onSubmit={form.handleSubmit(({ email }) =>
        sendInvitation.mutate(email, { onError: showFieldErrors(form) }),
      )}
    >
      <FormError error={sendInvitation.error} form={form} />
      <Field label="Email" error={form.formState.errors.email?.message} isRequired>
        <Input {...form.register("email")} type="email" inputMode="email" autoComplete="off" data-autofocus />
      </Field>
    </FormDialog>
  );
}

interface PersonSelectProps {
  searchText: string;
  selectedId: number | undefined;
  onSelect: (id: number) => void;
}

function PersonSelect({ searchText, selectedId, onSelect }: PersonSelectProps) {
  const name = useId();
  const people = useQuery(tenantsQuery(useDeferredValue(searchText)));
  if (people.isPending) return <SkeletonRows count={3} />;
  if (people.data === undefined)
    return (
      <ErrorState
        title="Couldn't load the people."
        error={people.error}
        onRetry={() => void people.refetch()}
      />
    );
  if (people.data.length === 0)
    return (
      <p className="text-ink-soft">{searchText === "" ? "There's no one to add yet." : "No one found."}</p>
    );
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
            checked={selectedId === id}
            onChange={() => onSelect(id)}
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

interface EditMemberDatesProps {
  lease: Lease;
  member: LeaseMember;
  onClose: () => void;
}

/** A person's first and last day on the lease. */
export function EditMemberDatesDialog({
  lease,
  member: { id, fullName, from, to },
  onClose,
}: EditMemberDatesProps) {
  const form = useContractForm(editMember.body, { from, to });
  const edit = useEditMember(lease.id, onClose);
  return (
    <FormDialog
      onClose={onClose}
      title="Edit Dates"
      description={`When ${fullName} has access to this lease.`}
      isBusy={edit.isPending}
      onSubmit={form.handleSubmit((dates) =>
        edit.mutate({ memberId: id, ...dates }, { onError: showFieldErrors(form) }),
      )}
    >
      <FormError error={edit.error} form={form} />
      <FormProvider {...form}>
        <DateFields />
      </FormProvider>
    </FormDialog>
  );
}

function DateFields() {
  const { register, formState } = useFormContext<{ from: string; to: string | null }>();
  const { errors } = formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="From" error={errors.from?.message} isRequired>
        <Input type="date" {...register("from")} />
      </Field>
      <Field label="To" hint="Leave blank to match the lease." error={errors.to?.message} isOptional>
        <Input type="date" {...register("to", { setValueAs: toDateOrNull })} />
      </Field>
    </div>
  );
}
