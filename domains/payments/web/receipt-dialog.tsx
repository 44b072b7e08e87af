import { Dialog } from "#web/ui/dialog.tsx";
import { ReceiptPanel } from "./receipt-panel.tsx";

/** The receipt that `View` in the history opens (PAY-76). */
export const ReceiptDialog = ({ paymentId, onClose }: { paymentId: number; onClose: () => void }) => (
  <Dialog isOpen isInAddress onClose={onClose} title="Receipt" description={null} size="lg">
    <ReceiptPanel paymentId={paymentId} />
  </Dialog>
);
