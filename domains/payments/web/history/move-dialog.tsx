import { useMutation } from "@tanstack/react-query";
import { useController } from "react-hook-form";
import { ReasonField } from "#domains/ledger/web/dialogs/dialog-parts.tsx";
import { ledgerKeys } from "#domains/ledger/web/query-keys.ts";
import { formatCalendarDay, formatMonth } from "#shared/format/dates.ts";
import { listUnitNumbers } from "#shared/format/place.ts";
import { call } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { useRefetch } from "#web/refetch.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import type { PaymentDetails } from "../../contract.ts";
import { movePayment } from "../../staff-contract.ts";
import { AnyLeaseField, type PayableLease, useLease } from "../make-payment/lease-to-pay.tsx";

/** Moves a payment that was entered on the wrong lease, and names both leases. */
export function MoveDialog({ payment, onClose }: { payment: PaymentDetails; onClose: () => void }) {
  const form = useContractForm(movePayment.body, { leaseId: null as number | null, reason: "" });
  const { register, control, formState, handleSubmit } = form;
  const { field, fieldState } = useController({ control, name: "leaseId" });
  const lease = useLease(field.value).data;
  const save = useMutation({
    mutationFn: (body: { leaseId: number; reason: string }) =>
      call(movePayment, { params: { id: payment.id }, body }),
    onSuccess: ({ company, receiptNumber, paidOn }) => {
      toast({
        title: "Payment Moved",
        description: `The new receipt for ${company} is No. ${receiptNumber ?? ""}${paidOn === null || paidOn === payment.paidOn ? "" : `, dated ${formatCalendarDay(paidOn)}`}.`,
      });
      onClose();
    },
    onSettled: useRefetch(ledgerKeys.amounts),
  });
  const from = `${payment.company}, ${payment.property.name} ${payment.unit?.unitNumber ?? ""}`.trim();
  return (
    <FormDialog
      title="Move to Another Lease"
      description={`${payment.amountFormatted}, receipt No. ${payment.receiptNumber ?? ""}, on the lease for ${from}`}
      submitLabel={
        lease === undefined ? "Move Payment" : `Move ${payment.amountFormatted} to ${lease.company.name}`
      }
      busyLabel="Moving..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      <AnyLeaseField lease={lease} error={fieldState.error?.message} onChange={field.onChange} />
      <ReasonField registration={register("reason")} error={formState.errors.reason} />
      {lease !== undefined && <p className="text-ink-soft text-sm">{describeMove(payment, from, lease)}</p>}
    </FormDialog>
  );
}

/** Says how the payment is dated on both leases. An entry can't be dated in a closed month of its property. */
function describeMove(
  { paidOn, reversedOn, property }: PaymentDetails,
  from: string,
  lease: PayableLease,
): string {
  const to = `${lease.company.name}, ${lease.property.name} ${listUnitNumbers(lease.units)}`;
  const isSameProperty = lease.property.id === property.id;
  if (reversedOn === null || paidOn === null)
    return `The payment is reversed for ${from} and recorded for ${to}, on the same date${isSameProperty ? "" : ", or on the first open date if that month is closed there,"} with a new receipt.`;
  const closedMonth = `${formatMonth(paidOn)} is closed at ${property.name}, so the payment is reversed for ${from}`;
  return isSameProperty
    ? `${closedMonth} and recorded for ${to} on ${formatCalendarDay(reversedOn)}, with a new receipt.`
    : `${closedMonth} on ${formatCalendarDay(reversedOn)}. It's recorded for ${to} on ${formatCalendarDay(paidOn)}, or on the first open date if that month is closed there too, with a new receipt.`;
}
