import { useState } from "react";
import { fieldErrorsOf } from "#web/refusal.ts";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Select } from "#web/ui/select.tsx";
import { type OwedKind, owedKindLabels, owedKinds } from "../accounts.ts";
import { giveCredit } from "../contract.ts";
import type { AboutLease } from "./asked.ts";
import {
  AmountField,
  amountMissing,
  BalanceAfter,
  ForCharge,
  ReasonField,
  Refused,
  reasonMissing,
} from "./dialog-parts.tsx";
import { useLedgerChange } from "./ledger-changes.ts";

/** Less is asked for, and the income of its kind is lower. */
export function CreditDialog({ leaseId, account, onClose }: AboutLease) {
  const [kind, setKind] = useState<OwedKind>("rent");
  const [amountCents, setAmount] = useState<number | null>(null);
  const [chargeId, setCharge] = useState("");
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  const save = useLedgerChange(giveCredit, leaseId, { title: "Credit given", onDone: onClose });
  const errors = fieldErrorsOf(save.error);
  const isReasoned = reason.trim().length >= 3;
  const submit = () => {
    setIsTried(true);
    if (amountCents === null || !isReasoned) return;
    save.mutate({
      kind,
      amountCents,
      reason,
      ...(chargeId === "" ? {} : { chargeId: Number(chargeId) }),
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Give Credit"
      description="The tenant owes less; what is more than is owed serves the next charge."
      submitLabel="Give Credit"
      isBusy={save.isPending}
      onSubmit={submit}
    >
      <Refused error={save.error} fields={["amountCents", "chargeId", "reason"]} />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          value={amountCents}
          onChange={setAmount}
          error={isTried && amountCents === null ? amountMissing : errors["amountCents"]}
        />
        <Field label="Kind" hint="Which income it lowers.">
          <Select
            value={kind}
            options={owedKinds.map((value) => ({ value, label: owedKindLabels[value] }))}
            onChange={({ target }) => setKind(target.value as OwedKind)}
          />
        </Field>
      </div>
      <ForCharge leaseId={leaseId} value={chargeId} onChange={setCharge} error={errors["chargeId"]} />
      <ReasonField
        value={reason}
        onChange={setReason}
        error={isTried && !isReasoned ? reasonMissing : errors["reason"]}
      />
      <BalanceAfter account={account} changeCents={amountCents === null ? null : -amountCents} />
    </FormDialog>
  );
}
