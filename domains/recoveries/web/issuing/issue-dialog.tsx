import { addDays } from "#shared/calendar.ts";
import { formatAmount } from "#shared/format/money.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input, Textarea } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { Figures } from "#web/ui/page/figures.tsx";
import { issueReconciliation } from "../../issue-contract.ts";
import type { Reconciliation } from "../../reconciliation-contract.ts";
import { findRunInEffect } from "../../runs.ts";
import { useIssueReconciliation } from "../mutations.ts";

const defaultDaysUntilDue = 30;

interface IssueDialogProps {
  reconciliation: Reconciliation;
  onClose: () => void;
  onIssued: () => void;
}

/** Issues the statements of a year, or corrects those in effect with a reason. */
export function IssueDialog({ reconciliation, onClose, onIssued }: IssueDialogProps) {
  const { property, year, fingerprint, today, toIssue } = reconciliation;
  const run = findRunInEffect(reconciliation);
  const form = useContractForm(issueReconciliation.body, {
    fingerprint,
    corrects: run?.number ?? 0,
    reason: "",
    dueOn: addDays(today, defaultDaysUntilDue),
  });
  const { errors } = form.formState;
  const save = useIssueReconciliation({ id: property.id, year }, () => {
    onClose();
    onIssued();
  });
  const { charges, chargedCents, credits, creditedCents } = toIssue;
  return (
    <FormDialog
      title={
        run === undefined
          ? `Issue the statements for ${year} operating expenses?`
          : `Correct the statements for ${year} operating expenses?`
      }
      description={
        run === undefined
          ? "Each lease is charged or credited its share less the estimates billed. The amounts are stored as they are now, and the tenants are notified."
          : `Each lease is charged or credited only the difference to statement ${run.number}. Leases without a change get no entry and no new statement. Credits for questions stay as they are.`
      }
      submitLabel={run === undefined ? "Issue Statements" : "Issue Correction"}
      busyLabel="Issuing..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      <Figures
        label="Amounts to post"
        figures={[
          {
            label: charges === 1 ? "1 charge" : `${charges} charges`,
            value: formatAmount(chargedCents),
          },
          {
            label: credits === 1 ? "1 credit" : `${credits} credits`,
            value: formatAmount(creditedCents),
          },
        ]}
      />
      <Field
        label="Due date of the charges"
        hint="Credits are applied to unpaid charges right away."
        error={errors.dueOn?.message}
        isRequired
      >
        <Input type="date" min={today} {...form.register("dueOn")} />
      </Field>
      {run !== undefined && (
        <Field label="Reason" error={errors.reason?.message} isRequired>
          <Textarea {...form.register("reason")} rows={2} maxLength={500} />
        </Field>
      )}
    </FormDialog>
  );
}
