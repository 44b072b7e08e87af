import { useState } from "react";
import { fieldErrorsOf } from "#web/refusal.ts";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Select } from "#web/ui/select.tsx";
import type { DepositAction } from "../accounts.ts";
import { moveDeposit } from "../contract.ts";
import type { AboutLease } from "./asked.ts";
import {
  AmountField,
  amountMissing,
  BalanceAfter,
  money,
  ReasonField,
  Refused,
  reasonMissing,
} from "./dialog-parts.tsx";
import { useLedgerChange } from "./ledger-changes.ts";

const actions = {
  taken: "Take a deposit",
  returned: "Return it to the tenant",
  applied: "Apply it to what is owed",
} as const satisfies Record<DepositAction, string>;

/** A deposit is held beside the balance, until it is returned or applied. */
export function DepositDialog({ leaseId, account, onClose }: AboutLease) {
  const [action, setAction] = useState<DepositAction>("taken");
  const [amountCents, setAmount] = useState<number | null>(null);
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  const save = useLedgerChange(moveDeposit, leaseId, { title: "Deposit recorded", onDone: onClose });
  const errors = fieldErrorsOf(save.error);
  const isReasoned = reason.trim().length >= 3;
  const possible: DepositAction[] = account.depositCents > 0 ? ["taken", "returned", "applied"] : ["taken"];
  const submit = () => {
    setIsTried(true);
    if (amountCents === null || !isReasoned) return;
    save.mutate({ action, amountCents, reason });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Record Deposit"
      description={`Held now: ${money(account.depositCents)}.`}
      submitLabel="Record Deposit"
      isBusy={save.isPending}
      onSubmit={submit}
    >
      <Refused error={save.error} fields={["amountCents", "reason"]} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="What happens">
          <Select
            value={action}
            options={possible.map((value) => ({ value, label: actions[value] }))}
            onChange={({ target }) => setAction(target.value as DepositAction)}
          />
        </Field>
        <AmountField
          value={amountCents}
          onChange={setAmount}
          error={isTried && amountCents === null ? amountMissing : errors["amountCents"]}
        />
      </div>
      <ReasonField
        value={reason}
        onChange={setReason}
        error={isTried && !isReasoned ? reasonMissing : errors["reason"]}
      />
      <BalanceAfter
        account={account}
        changeCents={amountCents === null ? null : action === "applied" ? -amountCents : 0}
      />
    </FormDialog>
  );
}
