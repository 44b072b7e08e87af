import { useState } from "react";
import { Controller } from "react-hook-form";
import { formatAmount } from "#shared/format/money.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { MoneyInput } from "#web/ui/forms/money-input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { answerQuestion, type Question } from "../../questions-contract.ts";
import { FilesToSend } from "./files-to-send.tsx";
import { useAnswerQuestion } from "./mutations.ts";

interface AnswerDialogProps {
  question: Question;
  onClose: () => void;
}

/** Answers a question, with a credit if part of the share was wrong. */
export function AnswerDialog({ question, onClose }: AnswerDialogProps) {
  const { id, company, text, maxCreditCents } = question;
  const form = useContractForm(answerQuestion.body, { text: "", creditCents: null as number | null });
  const [files, setFiles] = useState<readonly File[]>([]);
  const answer = useAnswerQuestion(id, onClose);
  return (
    <FormDialog
      title={`Answer ${company}`}
      description={text}
      submitLabel="Send Answer"
      busyLabel="Sending..."
      isBusy={answer.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) =>
        answer.mutate({ body, files }, { onError: showFieldErrors(form) }),
      )}
    >
      <FormError error={answer.error} form={form} />
      <Field
        label="Answer"
        hint="With a credit, it's also the reason in the tenant's ledger."
        error={form.formState.errors.text?.message}
        isRequired
      >
        <Textarea {...form.register("text")} rows={4} maxLength={2_000} />
      </Field>
      {maxCreditCents > 0 && (
        <Controller
          control={form.control}
          name="creditCents"
          render={({ field, fieldState }) => (
            <Field
              label="Credit"
              hint={`If part of the share was wrong, up to ${formatAmount(maxCreditCents)}. A correction of the year doesn't take it back.`}
              error={fieldState.error?.message}
              isOptional
            >
              <MoneyInput value={field.value ?? null} onChange={field.onChange} onBlur={field.onBlur} />
            </Field>
          )}
        />
      )}
      <FilesToSend files={files} isDisabled={answer.isPending} onChange={setFiles} />
    </FormDialog>
  );
}
