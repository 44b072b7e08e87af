import { formatCalendarDay } from "#shared/format/dates.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { type LedgerEntry, reverseEntry } from "../../contract.ts";
import { BalanceChange, formatMoney, ReasonField } from "./dialog-parts.tsx";
import { MoneyDialog } from "./money-dialog.tsx";
import { useLedgerChange } from "./mutations.ts";
import type { LeaseDialogProps } from "./open-dialog.ts";

interface ReverseDialogProps extends LeaseDialogProps {
  entry: Pick<
    LedgerEntry,
    "id" | "kind" | "description" | "onDay" | "amountCents" | "openCents" | "depositCents"
  >;
}

/** Posts the opposite entry and keeps the original. */
export function ReverseDialog({ leaseId, lease, account, entry, onClose }: ReverseDialogProps) {
  const amountCents = entry.amountCents === 0 ? entry.depositCents : entry.amountCents;
  const form = useContractForm(reverseEntry.body, {
    entryId: entry.id,
    ...(entry.kind === "payment" ? { cause: "returned" as const } : {}),
    reason: "",
  });
  const draft = useDraft(form, `reverse:${entry.id}`);
  const save = useLedgerChange(reverseEntry, leaseId, {
    title: "Entry Reversed",
    onDone: draft.clearThen(onClose),
  });
  return (
    <MoneyDialog
      draft={draft}
      onClose={onClose}
      action="Reverse Entry"
      lease={lease}
      verb="Reverse"
      preposition="for"
      amountCents={Math.abs(amountCents)}
      description={`${entry.description}, ${formatCalendarDay(entry.onDay)}: ${formatMoney(amountCents)}. Both entries stay on the ledger.`}
      busyLabel="Reversing..."
      isBusy={save.isPending}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      {entry.kind === "payment" && (
        <Field label="Why are you reversing it?" hint="Wrong lease? Open the payment and move it instead.">
          <Select
            {...form.register("cause")}
            options={[
              { value: "returned", label: "The bank returned it" },
              { value: "mistake", label: "It was entered by mistake" },
            ]}
          />
        </Field>
      )}
      <ReasonField registration={form.register("reason")} error={form.formState.errors.reason} />
      {entry.kind === "payment" && entry.openCents !== entry.amountCents && (
        <p className="text-ink-soft text-sm">
          If this payment covered rent that is now late, a late fee will post within the hour unless a payment
          with an earlier date is recorded first.
        </p>
      )}
      <BalanceChange account={account} changeCents={-entry.amountCents} />
    </MoneyDialog>
  );
}
