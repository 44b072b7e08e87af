import { useQuery } from "@tanstack/react-query";
import { useController } from "react-hook-form";
import * as z from "zod/mini";
import { PaymentDialog } from "#domains/ledger/web/payment-dialog.tsx";
import { userMessageOf } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { AnyLeaseField, useNamedLease } from "./lease-to-pay.tsx";
import { accountQuery } from "./payment-queries.ts";

const paidFor = z.object({ leaseId: z.int("Please choose the lease it was paid for") });

interface ReceiveDialogProps {
  /** Null: the dialog asks for the lease. */
  leaseId: number | null;
  onClose: () => void;
}

/** Records a payment received outside the portal: first the lease, then the form of its ledger. */
export function ReceiveDialog({ leaseId: named, onClose }: ReceiveDialogProps) {
  const { control, handleSubmit, formState } = useContractForm(paidFor, { leaseId: named });
  const { field, fieldState } = useController({ control, name: "leaseId" });
  const leaseId = field.value;
  const lease = useNamedLease(leaseId);
  const account = useQuery({ ...accountQuery(leaseId ?? 0), enabled: leaseId !== null });
  const isChosen = named !== null || formState.isSubmitSuccessful;
  if (isChosen && leaseId !== null && account.data !== undefined)
    return <PaymentDialog leaseId={leaseId} account={account.data} onClose={onClose} />;
  return (
    <FormDialog
      title="Record Payment"
      description="Money received outside the portal."
      submitLabel="Continue"
      busyLabel="Loading..."
      isBusy={isChosen && account.isPending}
      onClose={onClose}
      onSubmit={handleSubmit(() => undefined)}
    >
      <AnyLeaseField
        lease={lease.data}
        error={account.error === null ? fieldState.error?.message : userMessageOf(account.error)}
        onChange={field.onChange}
      />
    </FormDialog>
  );
}
