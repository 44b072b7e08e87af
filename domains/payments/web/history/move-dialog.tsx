import { useMutation } from "@tanstack/react-query";
import { useController } from "react-hook-form";
import { ReasonField } from "#domains/ledger/web/dialogs/dialog-parts.tsx";
import { ledgerKeys } from "#domains/ledger/web/query-keys.ts";
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
import { AnyLeaseField, useLease } from "../make-payment/lease-to-pay.tsx";

/** Moves a payment that was entered on the wrong lease, and names both leases. */
export function MoveDialog({ payment, onClose }: { payment: PaymentDetails; onClose: () => void }) {
  const form = useContractForm(movePayment.body, { leaseId: null as number | null, reason: "" });
  const { register, control, formState, handleSubmit } = form;
  const { field, fieldState } = useController({ control, name: "leaseId" });
  const lease = useLease(field.value).data;
  const save = useMutation({
    mutationFn: (body: { leaseId: number; reason: string }) =>
      call(movePayment, { params: { id: payment.id }, body }),
    onSuccess: ({ company, receiptNumber }) => {
      toast({
        title: "Payment Moved",
        description: `The new receipt for ${company} is No. ${receiptNumber ?? ""}.`,
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
      {lease !== undefined && (
        <p className="text-ink-soft text-sm">
          {`The payment is reversed for ${from} and recorded for ${lease.company.name}, ${lease.property.name} ${listUnitNumbers(lease.units)}, on the same date with a new receipt.`}
        </p>
      )}
    </FormDialog>
  );
}
