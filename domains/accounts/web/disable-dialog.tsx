import { useQuery } from "@tanstack/react-query";
import { disablePerson, type Person, readPerson } from "#domains/accounts/people-contract.ts";
import { useDisable, useSignOutPerson } from "#domains/accounts/web/people-changes.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { endpointQuery } from "#web/query-client.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { DraftKept } from "#web/ui/draft-kept.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/input.tsx";

/** Names the consequences first: sessions end, open work orders go back to the queue. */
export function DisableDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const form = useContractForm(disablePerson.body, { reason: "" });
  const { register, handleSubmit } = form;
  const draft = useDraft(form, `disabling:${person.id}`);
  const disable = useDisable();
  const orders = useQuery({
    ...endpointQuery(readPerson, { params: { id: person.id } }),
    refetchOnMount: "always",
  }).data?.openOrdersAssigned;
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Disable ${person.fullName}?`}
      description={`They are signed out everywhere at once, their API tokens stop working, and they cannot sign in again until you enable the account. Everything they wrote and signed is kept.${ordersText(orders)}`}
      confirmLabel="Disable"
      busyLabel="Disabling..."
      isBusy={disable.isPending}
      isDestructive
      onConfirm={handleSubmit(({ reason }) =>
        disable.mutate({ person, reason }, { onSuccess: draft.dropAnd(onClose) }),
      )}
    >
      <div className="mb-3 empty:hidden">
        <DraftKept draft={draft} />
      </div>
      <Field label="Reason" hint="For your records; the person does not see it." isOptional>
        <Textarea {...register("reason")} maxLength={500} rows={2} />
      </Field>
    </ConfirmDialog>
  );
}

const ordersText = (count: number | undefined): string =>
  count === undefined || count === 0
    ? ""
    : count === 1
      ? " One open work order assigned to them goes back to the queue."
      : ` ${count} open work orders assigned to them go back to the queue.`;

export function SignOutDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const signOut = useSignOutPerson();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Sign out ${person.fullName} everywhere?`}
      description="All their devices are signed out at once, and their API tokens stop working. They can sign in again with their password."
      confirmLabel="Sign out everywhere"
      busyLabel="Signing out..."
      isBusy={signOut.isPending}
      onConfirm={() => signOut.mutate(person, { onSuccess: onClose })}
    />
  );
}
