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
import { reopenMonth } from "../contract.ts";
import type { MonthDialogProps } from "./close-dialog.tsx";
import { monthsKey } from "./queries.ts";

/** Reopens the last closed month, with a reason for the audit log. */
export function ReopenDialog({ propertyId, checklist, onClose }: MonthDialogProps) {
  const { month, property } = checklist;
  const title = formatMonth(`${month}-01`);
  const form = useContractForm(reopenMonth.body, { reason: "" });
  const save = useMutation({
    mutationFn: (body: { reason: string }) => call(reopenMonth, { params: { id: propertyId, month }, body }),
    onSuccess: () => {
      toast({
        title: "Month Reopened",
        description: `You can date entries in ${title} at ${property} again.`,
      });
      onClose();
    },
    onSettled: useRefetch(monthsKey),
  });
  return (
    <FormDialog
      title={`Reopen ${title} at ${property}?`}
      description="Its journal might already be in your accounting system. The audit log shows who reopened the month and why."
      submitLabel={`Reopen ${title}`}
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
