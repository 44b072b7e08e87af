import { formatCalendarDay } from "#shared/format/dates.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { type LedgerEntry, reverseEntry } from "../../contract.ts";
import { BalanceAfter, money, ReasonField } from "./dialog-parts.tsx";
import { useLedgerChange } from "./mutations.ts";
import type { LeaseDialogProps } from "./open-dialog.ts";

/** Posts the opposite entry and keeps the original. */
export function ReverseDialog({
  leaseId,
  account,
  entry,
  onClose,
}: LeaseDialogProps & { entry: LedgerEntry }) {
  const form = useContractForm(reverseEntry.body, { entryId: entry.id, reason: "" });
  const draft = useDraft(form, `reverse:${entry.id}`);
  const save = useLedgerChange(reverseEntry, leaseId, {
    title: "Entry Reversed",
    onDone: draft.clearThen(onClose),
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
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      <ReasonField wiring={form.register("reason")} error={form.formState.errors.reason} />
      {entry.kind === "payment" && (
        <p className="text-ink-soft text-sm">
          If this payment covered rent that is now late, a late fee will post within the hour unless a payment
          with an earlier date is recorded first.
        </p>
      )}
      <BalanceAfter account={account} changeCents={-entry.amountCents} />
    </FormDialog>
  );
}
