import { useMutation } from "@tanstack/react-query";
import { ledgerKeys } from "#domains/ledger/web/query-keys.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { useRefetch } from "#web/refetch.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { FormDialog, type FormDialogProps } from "#web/ui/overlays/form-dialog.tsx";
import { reopenReconciliation } from "../../issue-contract.ts";
import { reconciliationKeys } from "../query-keys.ts";

interface ReasonDialogProps
  extends Pick<FormDialogProps, "title" | "description" | "submitLabel" | "busyLabel" | "onClose"> {
  hint?: string;
  save: (reason: string) => Promise<unknown>;
  /** The toast after it's saved. */
  done: { title: string; description: string };
}

/** Asks for the reason of a step in a reconciliation, and takes it. */
export function ReasonDialog({ hint, save, done, ...dialog }: ReasonDialogProps) {
  const form = useContractForm(reopenReconciliation.body, { reason: "" });
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => {
      toast(done);
      dialog.onClose();
    },
    onSettled: useRefetch(reconciliationKeys.all, ledgerKeys.amounts),
  });
  return (
    <FormDialog
      {...dialog}
      isBusy={saving.isPending}
      onSubmit={form.handleSubmit(({ reason }) => saving.mutate(reason, { onError: showFieldErrors(form) }))}
    >
      <FormError error={saving.error} form={form} />
      <Field label="Reason" hint={hint} error={form.formState.errors.reason?.message} isRequired>
        <Textarea {...form.register("reason")} rows={2} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
