import { useWatch } from "react-hook-form";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showAtFields } from "#web/refusal.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { type LedgerEntry, waiveCharge, writeOff } from "../contract.ts";
import { AmountField, BalanceAfter, money, ReasonField } from "./dialog-parts.tsx";
import { useLedgerChange } from "./ledger-changes.ts";
import type { LeaseDialogProps } from "./open-dialog.ts";

const variants = {
  waive: {
    endpoint: waiveCharge,
    title: "Waive Charge",
    done: "Charge waived",
    words: "The tenant no longer owes it.",
  },
  writeOff: {
    endpoint: writeOff,
    title: "Write Off",
    done: "Written off",
    words: "It was owed, and will not be paid.",
  },
} as const;

/** Waives or writes off a charge, or a part of it. */
export function GiveUpDialog({
  leaseId,
  account,
  entry,
  variant,
  onClose,
}: LeaseDialogProps & { entry: LedgerEntry; variant: keyof typeof variants }) {
  const { endpoint, title, done, words } = variants[variant];
  const form = useContractForm(endpoint.body, {
    chargeId: entry.id,
    // The whole open amount, unless the user enters less; without an amount the call would take all of it.
    amountCents: entry.openCents,
    reason: "",
  });
  const { register, control, formState } = form;
  const amountCents = useWatch({ control, name: "amountCents" });
  const draft = useDraft(form, `${variant}:${entry.id}`);
  const save = useLedgerChange(endpoint, leaseId, { title: done, onDone: draft.dropAnd(onClose) });
  return (
    <FormDialog
      draft={draft}
      onClose={onClose}
      title={title}
      description={`${entry.description}, due ${formatCalendarDay(entry.dueOn ?? entry.onDay)}. ${words}`}
      submitLabel={title}
      isBusy={save.isPending}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showAtFields(form) }))}
    >
      <Refused error={save.error} form={form} />
      <AmountField
        control={control}
        name="amountCents"
        hint={`${money(entry.openCents ?? 0)} of it is open.`}
      />
      <ReasonField wiring={register("reason")} error={formState.errors.reason} />
      <BalanceAfter account={account} changeCents={amountCents === null ? null : -amountCents} />
    </FormDialog>
  );
}
