import { type Person, refusePerson } from "#domains/accounts/people-contract.ts";
import { useRefuse } from "#domains/accounts/web/approve.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { DraftKept } from "#web/ui/draft-kept.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/input.tsx";

/** Asks for a reason, which is shown to the refused person. */
export function RefuseDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const form = useContractForm(refusePerson.body, { reason: "" });
  const { register, handleSubmit, formState } = form;
  const draft = useDraft(form, `refusal:${person.id}`);
  const refuse = useRefuse();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Refuse ${person.fullName}?`}
      description="They see your reason and may ask again. Work orders they reported are cancelled."
      confirmLabel="Refuse"
      busyLabel="Refusing..."
      isBusy={refuse.isPending}
      isDestructive
      onConfirm={handleSubmit(({ reason }) =>
        refuse.mutate({ person, reason }, { onSuccess: draft.dropAnd(onClose) }),
      )}
    >
      <div className="mb-3 empty:hidden">
        <DraftKept draft={draft} />
      </div>
      <Field label="Reason" error={formState.errors.reason?.message} isRequired>
        <Textarea {...register("reason")} maxLength={500} rows={3} />
      </Field>
    </ConfirmDialog>
  );
}
