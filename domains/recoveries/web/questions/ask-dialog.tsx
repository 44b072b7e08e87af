import { useState } from "react";
import { formatAmount } from "#shared/format/money.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { listSubjects } from "../../question-subjects.ts";
import { askQuestion } from "../../questions-contract.ts";
import type { RecoveryStatement } from "../../reconciliation-contract.ts";
import { FilesToSend } from "./files-to-send.tsx";
import { useAskQuestion } from "./mutations.ts";

interface AskDialogProps {
  statement: Pick<RecoveryStatement, "leaseId" | "year">;
  pool: RecoveryStatement["pools"][number];
  onClose: () => void;
}

/** Questions the share of a pool, or one of its categories or steps. */
export function AskDialog({ statement: { leaseId, year }, pool, onClose }: AskDialogProps) {
  const form = useContractForm(askQuestion.body, { poolId: pool.id, subject: "", text: "" });
  const [files, setFiles] = useState<readonly File[]>([]);
  const ask = useAskQuestion(leaseId, year, onClose);
  return (
    <FormDialog
      title={`Question ${pool.name}`}
      description={`Your share for ${year} is ${formatAmount(pool.cents)}. Your property manager answers on this page.`}
      submitLabel="Send Question"
      busyLabel="Sending..."
      isBusy={ask.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => ask.mutate({ body, files }, { onError: showFieldErrors(form) }))}
    >
      <FormError error={ask.error} form={form} />
      <Field label="Line" error={form.formState.errors.subject?.message}>
        <Select
          {...form.register("subject")}
          options={[
            { value: "", label: "The whole share" },
            ...listSubjects(pool).map((subject) => ({ value: subject, label: subject })),
          ]}
        />
      </Field>
      <Field label="Question" error={form.formState.errors.text?.message} isRequired>
        <Textarea {...form.register("text")} rows={4} maxLength={2_000} />
      </Field>
      <FilesToSend files={files} isDisabled={ask.isPending} onChange={setFiles} />
    </FormDialog>
  );
}
