import { useState } from "react";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { type LedgerEntry, waiveCharge, writeOff } from "../contract.ts";
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

const ways = {
  waive: {
    endpoint: waiveCharge,
    title: "Waive Charge",
    done: "Charge waived",
    words: "It is not asked for any more.",
  },
  writeOff: {
    endpoint: writeOff,
    title: "Write Off",
    done: "Written off",
    words: "It was owed, and will not be paid.",
  },
} as const;

/** A charge is given up, or a part of it: waived, or written off. */
export function GiveUpDialog({
  leaseId,
  account,
  entry,
  how,
  onClose,
}: AboutLease & { entry: LedgerEntry; how: keyof typeof ways }) {
  const { endpoint, title, done, words } = ways[how];
  const [amountCents, setAmount] = useState<number | null>(entry.openCents);
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  const save = useLedgerChange(endpoint, leaseId, { title: done, onDone: onClose });
  const errors = fieldErrorsOf(save.error);
  const isReasoned = reason.trim().length >= 3;
  const submit = () => {
    setIsTried(true);
    if (amountCents === null || !isReasoned) return;
    save.mutate({ chargeId: entry.id, amountCents, reason });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={`${entry.description}, due ${formatCalendarDay(entry.dueOn ?? entry.onDay)}. ${words}`}
      submitLabel={title}
      isBusy={save.isPending}
      onSubmit={submit}
    >
      <Refused error={save.error} fields={["amountCents", "reason"]} />
      <AmountField
        value={amountCents}
        onChange={setAmount}
        hint={`${money(entry.openCents ?? 0)} of it is open.`}
        error={isTried && amountCents === null ? amountMissing : errors["amountCents"]}
      />
      <ReasonField
        value={reason}
        onChange={setReason}
        error={isTried && !isReasoned ? reasonMissing : errors["reason"]}
      />
      <BalanceAfter account={account} changeCents={amountCents === null ? null : -amountCents} />
    </FormDialog>
  );
}
