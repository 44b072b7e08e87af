import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PaymentDialog } from "#domains/ledger/web/payment-dialog.tsx";
import { userMessageOf } from "#web/api-client.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { AnyLeaseField, useNamedLease } from "./lease-to-pay.tsx";
import { accountQuery } from "./payment-queries.ts";

/** Records a payment that came outside of the portal: first whose it is, then the form of the lease's ledger. */
export function ReceiveDialog({ onClose }: { onClose: () => void }) {
  const [leaseId, setLeaseId] = useState<number | null>(null);
  const [isTried, setTried] = useState(false);
  const [isChosen, setChosen] = useState(false);
  const lease = useNamedLease(leaseId);
  const account = useQuery({ ...accountQuery(leaseId ?? 0), enabled: leaseId !== null });
  if (isChosen && leaseId !== null && account.data !== undefined)
    return <PaymentDialog leaseId={leaseId} account={account.data} onClose={onClose} />;
  const missing = isTried && leaseId === null ? "Please choose the lease it was paid for" : undefined;
  return (
    <FormDialog
      title="Record Payment"
      description="Money that came outside of the portal."
      submitLabel="Continue"
      busyLabel="Loading..."
      isBusy={isChosen && account.isPending}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        setChosen(leaseId !== null);
      }}
    >
      <AnyLeaseField
        lease={lease.data}
        error={account.error === null ? missing : userMessageOf(account.error)}
        onChange={setLeaseId}
      />
    </FormDialog>
  );
}
