import { declinePerson, type Person } from "#domains/people/people-contract.ts";
import { useDeclinePerson } from "#domains/people/web/approvals/mutations.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { DraftNotice } from "#web/ui/forms/draft-notice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";

/** Asks for a reason, which the declined person sees. */
export function DeclineDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const form = useContractForm(declinePerson.body, { reason: "" });
  const { register, handleSubmit, formState } = form;
  const draft = useDraft(form, `decline:${person.id}`);
  const decline = useDeclinePerson();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Decline ${person.fullName}?`}
      description="They'll see your reason and can request access again. Work orders they submitted will be cancelled."
      confirmLabel="Decline"
      busyLabel="Declining..."
      isBusy={decline.isPending}
      isDestructive
      onConfirm={handleSubmit(({ reason }) =>
        decline.mutate({ person, reason }, { onSuccess: draft.clearThen(onClose) }),
      )}
    >
      <div className="mb-3 empty:hidden">
        <DraftNotice draft={draft} />
      </div>
      <Field label="Reason" error={formState.errors.reason?.message} isRequired>
        <Textarea {...register("reason")} maxLength={500} rows={3} />
      </Field>
    </ConfirmDialog>
  );
}
