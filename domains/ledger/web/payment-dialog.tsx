import { useState } from "react";
import { paymentMethodLabels, type ReceivedMethod, receivedMethods } from "#domains/payments/methods.ts";
import { receivePayment } from "#domains/payments/staff-contract.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import type { AboutLease } from "./asked.ts";
import { AmountField, amountMissing, BalanceAfter, DayField, ForCharge, Refused } from "./dialog-parts.tsx";
import { useLedgerChange } from "./ledger-changes.ts";

/** A payment that came outside of the portal. */
export function PaymentDialog({ leaseId, account, onClose }: AboutLease) {
  const [amountCents, setAmount] = useState<number | null>(null);
  const [onDay, setDay] = useState(account.today);
  const [method, setMethod] = useState<ReceivedMethod>("check");
  const [reference, setReference] = useState("");
  const [note, setNote] = useState("");
  const [chargeId, setCharge] = useState("");
  const [isTried, setIsTried] = useState(false);
  const save = useLedgerChange(receivePayment, leaseId, { title: "Payment recorded", onDone: onClose });
  const errors = fieldErrorsOf(save.error);
  const submit = () => {
    setIsTried(true);
    if (amountCents === null) return;
    save.mutate({
      amountCents,
      onDay,
      method,
      reference,
      note,
      ...(chargeId === "" ? {} : { chargeIds: [Number(chargeId)] }),
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Record Payment"
      description="Money that came outside of the portal."
      submitLabel="Record Payment"
      isBusy={save.isPending}
      onSubmit={submit}
    >
      <Refused error={save.error} fields={["amountCents", "onDay", "chargeIds", "reference", "note"]} />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          value={amountCents}
          onChange={setAmount}
          error={isTried && amountCents === null ? amountMissing : errors["amountCents"]}
        />
        <DayField
          label="Received on"
          value={onDay}
          max={account.today}
          onChange={setDay}
          error={errors["onDay"]}
        />
        <Field label="Method">
          <Select
            value={method}
            options={receivedMethods.map((value) => ({ value, label: paymentMethodLabels[value] }))}
            onChange={({ target }) => setMethod(target.value as ReceivedMethod)}
          />
        </Field>
        <Field label="Reference" hint="Such as the number of a check." error={errors["reference"]} isOptional>
          <Input value={reference} maxLength={100} onChange={({ target }) => setReference(target.value)} />
        </Field>
      </div>
      <ForCharge leaseId={leaseId} value={chargeId} onChange={setCharge} error={errors["chargeIds"]} />
      <Field
        label="Note"
        hint="Stands on the ledger; the tenant reads it too."
        error={errors["note"]}
        isOptional
      >
        <Input value={note} maxLength={500} onChange={({ target }) => setNote(target.value)} />
      </Field>
      <BalanceAfter account={account} changeCents={amountCents === null ? null : -amountCents} />
    </FormDialog>
  );
}
