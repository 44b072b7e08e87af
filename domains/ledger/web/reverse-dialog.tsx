import { formatCalendarDay } from "#shared/format/dates.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showAtFields } from "#web/refusal.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { type LedgerEntry, reverseEntry } from "../contract.ts";
import { BalanceAfter, money, ReasonField } from "./dialog-parts.tsx";
import { useLedgerChange } from "./ledger-changes.ts";
import type { LeaseDialogProps } from "./open-dialog.ts";

/** Writes the opposite entry; the original is kept. */
export function ReverseDialog({
  leaseId,
  account,
  entry,
  onClose,
}: LeaseDialogProps & { entry: LedgerEntry }) {
  const form = useContractForm(reverseEntry.body, { entryId: entry.id, reason: "" });
  const draft = useDraft(form, `reverse:${entry.id}`);
  const save = useLedgerChange(reverseEntry, leaseId, {
    title: "Entry reversed",
    onDone: draft.dropAnd(onClose),
  });
  return (
    <FormDialog
      draft={draft}
      onClose={onClose}
      title="Reverse Entry"
      description={`${entry.description}, ${formatCalendarDay(entry.onDay)}: ${money(entry.amountCents === 0 ? entry.depositCents : entry.amountCents)}. Both entries stay on the ledger.`}
      submitLabel="Reverse Entry"
      busyLabel="Reversing..."
      isBusy={save.isPending}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showAtFields(form) }))}
    >
      <Refused error={save.error} form={form} />
      <ReasonField wiring={form.register("reason")} error={form.formState.errors.reason} />
      {entry.kind === "payment" && (
        <p className="text-ink-soft text-sm">
          Rent that it paid and that is now late is charged the late fee of its terms within the hour, unless
          a payment with an earlier date is entered first.
        </p>
      )}
      <BalanceAfter account={account} changeCents={-entry.amountCents} />
    </FormDialog>
  );
}
