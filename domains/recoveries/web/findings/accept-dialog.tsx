import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { acceptFinding } from "../../issue-contract.ts";
import type { Finding } from "../../reconciliation-contract.ts";
import { type PropertyYear, useAcceptFinding } from "../mutations.ts";

interface AcceptDialogProps {
  propertyYear: PropertyYear;
  finding: Finding;
  onClose: () => void;
}

/** Accepts a finding with a reason. */
export function AcceptDialog({ propertyYear, finding, onClose }: AcceptDialogProps) {
  const { key, sentence, cents } = finding;
  const form = useContractForm(acceptFinding.body, { key, sentence, cents, reason: "" });
  const save = useAcceptFinding(propertyYear, onClose);
  return (
    <FormDialog
      title="Accept this finding?"
      description={sentence}
      submitLabel="Accept Finding"
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      <Field
        label="Reason"
        hint="Kept with the reconciliation, for you and for an auditor."
        error={form.formState.errors.reason?.message}
        isRequired
      >
        <Textarea {...form.register("reason")} rows={2} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
