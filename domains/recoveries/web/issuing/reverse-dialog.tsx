import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { reverseReconciliation } from "../../issue-contract.ts";
import type { ReconciliationRun } from "../../reconciliation-contract.ts";
import { describeTrueUps } from "../../runs.ts";
import { type PropertyYear, useReverseReconciliation } from "../mutations.ts";

interface ReverseDialogProps {
  propertyYear: PropertyYear;
  run: ReconciliationRun;
  onClose: () => void;
}

/** Reverses the statements in effect as a whole, with a reason. */
export function ReverseDialog({ propertyYear, run, onClose }: ReverseDialogProps) {
  const form = useContractForm(reverseReconciliation.body, { number: run.number, reason: "" });
  const save = useReverseReconciliation(propertyYear, onClose);
  return (
    <FormDialog
      title={`Reverse ${run.reason === null ? "the statements" : "the correction"} for ${propertyYear.year}?`}
      description={`This reverses ${describeTrueUps(run)}, moves the documents to the trash, and notifies the tenants. Once a tenant has paid, issue a correction instead.`}
      submitLabel="Reverse Statements"
      busyLabel="Reversing..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      <Field label="Reason" error={form.formState.errors.reason?.message} isRequired>
        <Textarea {...form.register("reason")} rows={2} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
