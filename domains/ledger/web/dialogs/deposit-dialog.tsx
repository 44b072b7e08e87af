import { useWatch } from "react-hook-form";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { type DepositMove, depositMethods, depositMoves } from "../../accounts.ts";
import { moveDeposit } from "../../contract.ts";
import {
  AmountField,
  BalanceChange,
  DepositChange,
  formatMoney,
  MethodFields,
  ReasonField,
} from "./dialog-parts.tsx";
import { MoneyDialog } from "./money-dialog.tsx";
import { useLedgerChange } from "./mutations.ts";
import type { LeaseDialogProps } from "./open-dialog.ts";

const actionLabels = {
  received: "Received from tenant",
  refunded: "Refunded to tenant",
  applied: "Applied to balance",
  "applied-rest-refunded": "Applied, rest refunded",
} as const satisfies Record<DepositMove, string>;

interface DepositDialogProps extends LeaseDialogProps {
  /** The transaction that is selected by default. */
  move?: DepositMove | undefined;
}

/** Records a security deposit. It's held apart from the balance until it's refunded or applied. */
export function DepositDialog({ leaseId, lease, account, move = "received", onClose }: DepositDialogProps) {
  const form = useContractForm(moveDeposit.body, {
    action: move,
    amountCents: move === "received" ? null : (account.depositCents as number | null),
    onDay: account.today,
    method: "check",
    reference: "",
    reason: "",
  });
  const { register, control, formState, getValues, setValue } = form;
  const { errors } = formState;
  const [action, amountCents] = useWatch({ control, name: ["action", "amountCents"] });
  const draft = useDraft(form, `deposit:${leaseId}:${move}`);
  const save = useLedgerChange(moveDeposit, leaseId, {
    title: "Deposit Recorded",
    onDone: draft.clearThen(onClose),
  });
  const appliedCents = getAppliedCents(action, amountCents, account.balanceCents);
  return (
    <MoneyDialog
      draft={draft}
      onClose={onClose}
      action="Record Deposit"
      lease={lease}
      verb="Record"
      preposition="for"
      amountCents={amountCents}
      description="A security deposit is held apart from the balance."
      isBusy={save.isPending}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Transaction">
          <Select
            {...register("action", {
              onChange: ({ target }) => {
                // At the end of a lease, the whole deposit is used.
                if (target.value === "applied-rest-refunded" && getValues("amountCents") === null)
                  setValue("amountCents", account.depositCents);
              },
            })}
            options={depositMoves
              .filter((value) => value === "received" || account.depositCents > 0)
              .map((value) => ({ value, label: actionLabels[value] }))}
          />
        </Field>
        <AmountField control={control} name="amountCents" />
        <Field label="Date" error={errors.onDay?.message} isRequired>
          <Input type="date" {...register("onDay")} max={account.today} />
        </Field>
        {action !== "applied" && (
          <MethodFields
            methods={depositMethods}
            method={register("method")}
            reference={register("reference")}
            referenceError={errors.reference}
          />
        )}
      </div>
      <ReasonField registration={register("reason")} error={errors.reason} />
      {action === "applied-rest-refunded" && amountCents !== null && (
        <p role="status">
          {`${formatMoney(appliedCents)} is applied to the balance, and ${formatMoney(amountCents - appliedCents)} is refunded to the tenant.`}
        </p>
      )}
      <DepositChange
        heldCents={account.depositCents}
        changeCents={amountCents === null || action === "received" ? amountCents : -amountCents}
      />
      {(action === "applied" || action === "applied-rest-refunded") && (
        <BalanceChange account={account} changeCents={amountCents === null ? null : -appliedCents} />
      )}
    </MoneyDialog>
  );
}

/** Returns the part of the amount that lowers the balance. */
function getAppliedCents(action: DepositMove, amountCents: number | null, balanceCents: number): number {
  if (action === "applied") return amountCents ?? 0;
  return action === "applied-rest-refunded" ? Math.min(amountCents ?? 0, Math.max(0, balanceCents)) : 0;
}
