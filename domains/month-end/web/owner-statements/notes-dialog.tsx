import { useMutation } from "@tanstack/react-query";
import { formatMonth } from "#shared/format/dates.ts";
import { call } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { useRefetch } from "#web/refetch.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { maxNotesLength, saveOwnerStatementNotes } from "../../owner-statement-contract.ts";
import { monthsKey } from "../queries.ts";
import type { StatementDialogProps } from "./issue-dialog.tsx";

/** Edits the notes for the next version of a statement. */
export function NotesDialog({ propertyId, statement, onClose }: StatementDialogProps) {
  const { month, notes, notesVersion } = statement;
  const form = useContractForm(saveOwnerStatementNotes.body, { notes, notesVersion });
  const save = useMutation({
    mutationFn: (body: { notes: string; notesVersion: number }) =>
      call(saveOwnerStatementNotes, { params: { id: propertyId, month }, body }),
    onSuccess: () => {
      toast({ title: "Notes Saved" });
      onClose();
    },
    onSettled: useRefetch(monthsKey),
  });
  return (
    <FormDialog
      title={`Notes for ${formatMonth(`${month}-01`)}`}
      description="They're printed at the end of the statement."
      submitLabel="Save Notes"
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      <Field label="Notes" error={form.formState.errors.notes?.message}>
        <Textarea {...form.register("notes")} rows={8} maxLength={maxNotesLength} />
      </Field>
    </FormDialog>
  );
}
