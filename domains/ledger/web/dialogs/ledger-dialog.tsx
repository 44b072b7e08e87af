import { ChargeDialog } from "./charge-dialog.tsx";
import { CreditDialog } from "./credit-dialog.tsx";
import { DepositDialog } from "./deposit-dialog.tsx";
import type { LeaseDialogProps, OpenDialog } from "./open-dialog.ts";
import { PaymentDialog } from "./payment-dialog.tsx";
import { ReapplyDialog } from "./reapply-dialog.tsx";
import { ReverseDialog } from "./reverse-dialog.tsx";
import { WriteOffDialog } from "./write-off-dialog.tsx";

/** The open dialog. Loaded when the first dialog opens. */
export function LedgerDialog({ dialog, ...lease }: LeaseDialogProps & { dialog: OpenDialog }) {
  if ("record" in dialog)
    switch (dialog.record) {
      case "payment":
        return <PaymentDialog {...lease} />;
      case "charge":
        return <ChargeDialog {...lease} />;
      case "credit":
        return <CreditDialog {...lease} />;
      case "deposit":
        return <DepositDialog {...lease} />;
    }
  switch (dialog.action) {
    case "reverse":
      return <ReverseDialog {...lease} entry={dialog.entry} />;
    case "move":
      return <ReapplyDialog {...lease} entry={dialog.entry} />;
    case "waive":
    case "writeOff":
      return <WriteOffDialog {...lease} entry={dialog.entry} variant={dialog.action} />;
  }
}
