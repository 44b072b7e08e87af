import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { reopenReconciliation } from "../../issue-contract.ts";
import { type PropertyYear, useReopenReconciliation } from "../mutations.ts";

interface ReopenDialogProps {
  propertyYear: PropertyYear;
  onClose: () => void;
}

/** Reopens a closed reconciliation, with a reason for the audit log. */
export function ReopenDialog({ propertyYear, onClose }: ReopenDialogProps) {
  const form = useContractForm(reopenReconciliation.body, { reason: "" });
  const save = useReopenReconciliation(propertyYear, onClose);
  return (
    <FormDialog
      title={`Reopen the reconciliation of ${propertyYear.year}?`}
      description="Its statements can be corrected or reversed again. The audit log shows who reopened it and why."
      submitLabel="Reopen Year"
      busyLabel="Reopening..."
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
