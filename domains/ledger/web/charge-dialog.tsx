import { useState } from "react";
import { fieldErrorsOf } from "#web/refusal.ts";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { type OwedKind, owedKindLabels, owedKinds } from "../accounts.ts";
import { addCharge } from "../contract.ts";
import type { AboutLease } from "./asked.ts";
import { AmountField, amountMissing, BalanceAfter, DayField, Refused } from "./dialog-parts.tsx";
import { useLedgerChange } from "./ledger-changes.ts";

/** A charge beside the terms, once. */
export function ChargeDialog({ leaseId, account, onClose }: AboutLease) {
  const [kind, setKind] = useState<OwedKind>("other");
  const [label, setLabel] = useState("");
  const [amountCents, setAmount] = useState<number | null>(null);
  const [dueOn, setDueOn] = useState(account.today);
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  const save = useLedgerChange(addCharge, leaseId, { title: "Charge added", onDone: onClose });
  const errors = fieldErrorsOf(save.error);
  const submit = () => {
    setIsTried(true);
    if (amountCents === null || label.trim() === "") return;
    save.mutate({ kind, label, amountCents, dueOn, reason });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Add Charge"
      description="Once, beside what the terms charge every month."
      submitLabel="Add Charge"
      isBusy={save.isPending}
      onSubmit={submit}
    >
      <Refused error={save.error} fields={["amountCents", "label", "dueOn", "reason"]} />
      <Field
        label="What for"
        error={isTried && label.trim() === "" ? "Please name the charge" : errors["label"]}
        isRequired
      >
        <Input
          data-autofocus
          value={label}
          maxLength={100}
          onChange={({ target }) => setLabel(target.value)}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Kind">
          <Select
            value={kind}
            options={owedKinds.map((value) => ({ value, label: owedKindLabels[value] }))}
            onChange={({ target }) => setKind(target.value as OwedKind)}
          />
        </Field>
        <AmountField
          value={amountCents}
          onChange={setAmount}
          error={isTried && amountCents === null ? amountMissing : errors["amountCents"]}
        />
        <DayField label="Due on" value={dueOn} onChange={setDueOn} error={errors["dueOn"]} />
      </div>
      <Field
        label="Note"
        hint="Stands on the ledger; the tenant reads it too."
        error={errors["reason"]}
        isOptional
      >
        <Input value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
      </Field>
      <BalanceAfter account={account} changeCents={amountCents} />
    </FormDialog>
  );
}
