import { useState } from "react";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { type LedgerEntry, reverseEntry } from "../contract.ts";
import type { AboutLease } from "./asked.ts";
import { BalanceAfter, money, ReasonField, Refused, reasonMissing } from "./dialog-parts.tsx";
import { useLedgerChange } from "./ledger-changes.ts";

/** The opposite of an entry is written; the entry stays to be read. */
export function ReverseDialog({ leaseId, account, entry, onClose }: AboutLease & { entry: LedgerEntry }) {
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  const save = useLedgerChange(reverseEntry, leaseId, { title: "Entry reversed", onDone: onClose });
  const isReasoned = reason.trim().length >= 3;
  const submit = () => {
    setIsTried(true);
    if (isReasoned) save.mutate({ entryId: entry.id, reason });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Reverse Entry"
      description={`${entry.description}, ${formatCalendarDay(entry.onDay)}: ${money(entry.amountCents === 0 ? entry.depositCents : entry.amountCents)}. Both entries stay on the ledger.`}
      submitLabel="Reverse Entry"
      busyLabel="Reversing..."
      isBusy={save.isPending}
      onSubmit={submit}
    >
      <Refused error={save.error} fields={["reason"]} />
      <ReasonField
        value={reason}
        onChange={setReason}
        error={isTried && !isReasoned ? reasonMissing : fieldErrorsOf(save.error)["reason"]}
      />
      {entry.kind === "payment" && (
        <p className="text-ink-soft text-sm">
          Rent that was paid by it and is late now costs the late fee of its terms, within the hour. A payment
          that is entered before with an earlier day prevents it.
        </p>
      )}
      <BalanceAfter account={account} changeCents={-entry.amountCents} />
    </FormDialog>
  );
}
