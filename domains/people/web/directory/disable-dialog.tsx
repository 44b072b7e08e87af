import { useQuery } from "@tanstack/react-query";
import { disablePerson, type Person, readPerson } from "#domains/people/people-contract.ts";
import { useDisablePerson, useSignOutPerson } from "#domains/people/web/directory/mutations.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { endpointQuery } from "#web/query-client.ts";
import { DraftNotice } from "#web/ui/forms/draft-notice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";

/** Explains the consequences first: all sessions end and open work orders become unassigned. */
export function DisableDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const form = useContractForm(disablePerson.body, { reason: "" });
  const { register, handleSubmit } = form;
  const draft = useDraft(form, `disabling:${person.id}`);
  const disable = useDisablePerson();
  const openWorkOrders = useQuery({
    ...endpointQuery(readPerson, { params: { id: person.id } }),
    refetchOnMount: "always",
  }).data?.openWorkOrderCount;
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Disable ${person.fullName}?`}
      description={describeConsequences(openWorkOrders)}
      confirmLabel="Disable"
      busyLabel="Disabling..."
      isBusy={disable.isPending}
      isDestructive
      onConfirm={handleSubmit(({ reason }) =>
        disable.mutate({ person, reason }, { onSuccess: draft.clearThen(onClose) }),
      )}
    >
      <div className="mb-3 empty:hidden">
        <DraftNotice draft={draft} />
      </div>
      <Field label="Reason" hint="For your records. They won't see it." isOptional>
        <Textarea {...register("reason")} maxLength={500} rows={2} />
      </Field>
    </ConfirmDialog>
  );
}

function describeConsequences(openWorkOrders = 0): string {
  const consequences =
    "They'll be signed out everywhere, their API tokens will stop working, and they won't be able to sign in until you re-enable the account. Everything they wrote or signed is kept.";
  if (openWorkOrders === 0) return consequences;
  return openWorkOrders === 1
    ? `${consequences} Their one open work order will be unassigned.`
    : `${consequences} Their ${openWorkOrders} open work orders will be unassigned.`;
}

export function SignOutDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const signOut = useSignOutPerson();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Sign out ${person.fullName} everywhere?`}
      description="They'll be signed out on every device and their API tokens will stop working. They can sign in again."
      confirmLabel="Sign out everywhere"
      busyLabel="Signing out..."
      isBusy={signOut.isPending}
      onConfirm={() => signOut.mutate(person, { onSuccess: onClose })}
    />
  );
}
