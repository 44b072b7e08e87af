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
  /** What the line says. */
  text: string;
  onDone: () => void;
  onClose: () => void;
}

/** Sets a line of a bank file aside that isn't rent, so that it isn't proposed again. */
export function SetAsideDialog({ bankLine, text, onDone, onClose }: SetAsideDialogProps) {
  const form = useContractForm(setBankLineAside.body, { ...bankLine, reason: "" });
  const { register, formState, handleSubmit } = form;
  const save = useMutation({
    mutationFn: (body: BodyOf<typeof setBankLineAside>) => call(setBankLineAside, { body }),
    onSuccess: () => {
      toast({ title: "Set Aside", description: text });
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      title="Not Rent"
      description={`“${text}” isn't proposed again when this line of the bank file comes back.`}
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
