import { PaymentDialog } from "#domains/ledger/web/dialogs/payment-dialog.tsx";
import { AnyLeaseField, useLease } from "../make-payment/lease-to-pay.tsx";

interface ReceiveDialogProps {
  /** The lease that is selected by default. */
  leaseId: number | null;
  onClose: () => void;
}

/**
 * Records a payment received outside the portal. It's the ledger's payment form plus a field for the lease.
 */
export const ReceiveDialog = ({ leaseId, onClose }: ReceiveDialogProps) => (
  <PaymentDialog
    leaseId={leaseId}
    onClose={onClose}
    renderLeaseField={({ error, ...field }) => <SelectedLeaseField {...field} error={error?.message} />}
  />
);

interface SelectedLeaseProps {
  leaseId: number | null;
  error: string | undefined;
  onChange: (leaseId: number) => void;
}

const SelectedLeaseField = ({ leaseId, ...field }: SelectedLeaseProps) => (
  <AnyLeaseField lease={useLease(leaseId).data} isFocusedFirst={leaseId === null} {...field} />
);
