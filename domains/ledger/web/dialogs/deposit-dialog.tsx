import { useWatch } from "react-hook-form";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import type { DepositAction } from "../../accounts.ts";
import { moveDeposit } from "../../contract.ts";
import { AmountField, BalanceChange, formatMoney, ReasonField } from "./dialog-parts.tsx";
import { MoneyDialog } from "./money-dialog.tsx";
import { useLedgerChange } from "./mutations.ts";
import type { LeaseDialogProps } from "./open-dialog.ts";

const actionLabels = {
  received: "Received from tenant",
  refunded: "Refunded to tenant",
  applied: "Applied to balance",
} as const satisfies Record<DepositAction, string>;

/** Records a security deposit. It's held apart from the balance until it's refunded or applied. */
export function DepositDialog({ leaseId, lease, account, onClose }: LeaseDialogProps) {
  const form = useContractForm(moveDeposit.body, {
    action: "received" as DepositAction,
    amountCents: null as number | null,
    reason: "",
  });
  const { register, control, formState } = form;
  const [action, amountCents] = useWatch({ control, name: ["action", "amountCents"] });
  const draft = useDraft(form, `deposit:${leaseId}`);
  const save = useLedgerChange(moveDeposit, leaseId, {
    title: "Deposit Recorded",
    onDone: draft.clearThen(onClose),
  });
  const availableActions: DepositAction[] =
    account.depositCents > 0 ? ["received", "refunded", "applied"] : ["received"];
  return (
    <MoneyDialog
      draft={draft}
      onClose={onClose}
      action="Record Deposit"
      lease={lease}
      verb="Record"
      preposition="for"
      amountCents={amountCents}
      description={`Currently held: ${formatMoney(account.depositCents)}.`}
      isBusy={save.isPending}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Transaction">
          <Select
            {...register("action")}
            options={availableActions.map((value) => ({ value, label: actionLabels[value] }))}
          />
        </Field>
        <AmountField control={control} name="amountCents" />
      </div>
      <ReasonField registration={register("reason")} error={formState.errors.reason} />
      <BalanceChange
        account={account}
        changeCents={amountCents === null ? null : action === "applied" ? -amountCents : 0}
      />
    </MoneyDialog>
  );
}
