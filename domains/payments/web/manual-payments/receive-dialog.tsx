import { useQuery } from "@tanstack/react-query";
import { useController } from "react-hook-form";
import * as z from "zod/mini";
import { PaymentDialog } from "#domains/ledger/web/dialogs/payment-dialog.tsx";
import { listUnitNumbers } from "#shared/format/place.ts";
import { toUserMessage } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { AnyLeaseField, useLease } from "../make-payment/lease-to-pay.tsx";
import { accountQuery } from "../queries.ts";

const leaseForm = z.object({ leaseId: z.int("Please select a lease") });

interface ReceiveDialogProps {
  /** If null, the dialog asks for the lease. */
  leaseId: number | null;
  onClose: () => void;
}

/** Records a payment received outside the portal: first the lease, then the ledger's payment form. */
export function ReceiveDialog({ leaseId: initialLeaseId, onClose }: ReceiveDialogProps) {
  const { control, handleSubmit, formState } = useContractForm(leaseForm, { leaseId: initialLeaseId });
  const { field, fieldState } = useController({ control, name: "leaseId" });
  const leaseId = field.value;
  const lease = useLease(leaseId);
  const account = useQuery({ ...accountQuery(leaseId ?? 0), enabled: leaseId !== null });
  const isSelected = initialLeaseId !== null || formState.isSubmitSuccessful;
  if (isSelected && leaseId !== null && lease.data !== undefined && account.data !== undefined)
    return (
      <PaymentDialog
        leaseId={leaseId}
        lease={{ company: lease.data.company.name, units: listUnitNumbers(lease.data.units) }}
        account={account.data}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title="Record Payment"
      description="Money received outside the portal."
      submitLabel="Continue"
      busyLabel="Loading..."
      isBusy={isSelected && (account.isPending || lease.isPending)}
      onClose={onClose}
      onSubmit={handleSubmit(() => undefined)}
    >
      <AnyLeaseField
        lease={lease.data}
        error={account.error === null ? fieldState.error?.message : toUserMessage(account.error)}
        onChange={field.onChange}
      />
    </FormDialog>
  );
}
