import { useWatch } from "react-hook-form";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { type LedgerEntry, waiveCharge, writeOff } from "../../contract.ts";
import { AmountField, BalanceChange, formatMoney, ReasonField } from "./dialog-parts.tsx";
import { MoneyDialog } from "./money-dialog.tsx";
import { useLedgerChange } from "./mutations.ts";
import type { LeaseDialogProps } from "./open-dialog.ts";

const variants = {
  waive: {
    endpoint: waiveCharge,
    title: "Waive Charge",
    verb: "Waive",
    toastTitle: "Charge Waived",
    explanation: "This will no longer be due from the tenant.",
  },
  writeOff: {
    endpoint: writeOff,
    title: "Write Off",
    verb: "Write Off",
    toastTitle: "Charge Written Off",
    explanation: "This amount is due but won't be collected.",
  },
} as const;

/** Waives or writes off all or part of a charge. */
export function WriteOffDialog({
  leaseId,
  lease,
  account,
  entry,
  variant,
  onClose,
}: LeaseDialogProps & { entry: LedgerEntry; variant: keyof typeof variants }) {
  const { endpoint, title, verb, toastTitle, explanation } = variants[variant];
  const form = useContractForm(endpoint.body, {
    chargeId: entry.id,
    // Starts with the whole unpaid amount, which the user can lower. Without an amount, the call would use
    // all of it.
    amountCents: entry.openCents,
    reason: "",
  });
  const { register, control, formState } = form;
  const amountCents = useWatch({ control, name: "amountCents" });
  const unpaidCents = entry.openCents ?? 0;
  const draft = useDraft(form, `${variant}:${entry.id}`);
  const save = useLedgerChange(endpoint, leaseId, { title: toastTitle, onDone: draft.clearThen(onClose) });
  return (
    <MoneyDialog
      draft={draft}
      onClose={onClose}
      action={title}
      lease={lease}
      verb={verb}
      preposition="for"
      amountCents={amountCents}
      description={`${entry.description}, due ${formatCalendarDay(entry.dueOn ?? entry.onDay)}. ${explanation}`}
      isBusy={save.isPending}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      <AmountField control={control} name="amountCents" hint={`${formatMoney(unpaidCents)} is unpaid.`} />
      <ReasonField registration={register("reason")} error={formState.errors.reason} />
      {/* The server rejects more than the unpaid amount, so it never leaves a credit. */}
      <BalanceChange
        account={account}
        changeCents={amountCents === null || amountCents > unpaidCents ? null : -amountCents}
      />
    </MoneyDialog>
  );
}
