import { useMutation } from "@tanstack/react-query";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { type BankLine, setBankLineAside } from "../../bank-lines-contract.ts";

interface SetAsideDialogProps {
  bankLine: BankLine;
  /** The text of the line. */
  description: string;
  onDone: () => void;
  onClose: () => void;
}

/** Sets aside a line of a bank file that isn't rent, so that it's no longer suggested as a payment. */
export function SetAsideDialog({ bankLine, description, onDone, onClose }: SetAsideDialogProps) {
  const form = useContractForm(setBankLineAside.body, { ...bankLine, reason: "" });
  const { register, formState, handleSubmit } = form;
  const save = useMutation({
    mutationFn: (body: BodyOf<typeof setBankLineAside>) => call(setBankLineAside, { body }),
    onSuccess: () => {
      toast({ title: "Line Set Aside", description });
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      title="Set Aside Line"
      description={`We won't suggest “${description}” as a payment again if it's in a later bank file.`}
      submitLabel="Set Aside"
      busyLabel="Setting aside..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      <Field label="Reason" error={formState.errors.reason?.message} isRequired>
        <Input {...register("reason")} maxLength={200} />
      </Field>
    </FormDialog>
  );
}
