import { ChargeDialog } from "./charge-dialog.tsx";
import { CreditDialog } from "./credit-dialog.tsx";
import { DepositDialog } from "./deposit-dialog.tsx";
import type { LeaseDialogProps, OpenDialog } from "./open-dialog.ts";
import { PaymentDialog } from "./payment-dialog.tsx";
import { PayoutDialog } from "./payout-dialog.tsx";
import { ReapplyDialog } from "./reapply-dialog.tsx";
import { ReverseDialog } from "./reverse-dialog.tsx";
import { WriteOffDialog } from "./write-off-dialog.tsx";

/** The open dialog. Loaded when the first dialog opens. */
export function LedgerDialog({ dialog, ...props }: LeaseDialogProps & { dialog: OpenDialog }) {
  if ("record" in dialog)
    switch (dialog.record) {
      case "payment":
        return <PaymentDialog leaseId={props.leaseId} onClose={props.onClose} />;
      case "charge":
        return <ChargeDialog {...props} />;
      case "credit":
        return <CreditDialog {...props} />;
      case "payout":
        return <PayoutDialog {...props} />;
      case "deposit":
        return <DepositDialog {...props} move={dialog.depositMove} />;
    }
  switch (dialog.action) {
    case "reverse":
      return <ReverseDialog {...props} entry={dialog.entry} />;
    case "move":
      return <ReapplyDialog {...props} entry={dialog.entry} />;
    case "waive":
    case "writeOff":
      return <WriteOffDialog {...props} entry={dialog.entry} variant={dialog.action} />;
  }
}
