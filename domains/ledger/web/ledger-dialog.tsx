import { ChargeDialog } from "./charge-dialog.tsx";
import { CreditDialog } from "./credit-dialog.tsx";
import { DepositDialog } from "./deposit-dialog.tsx";
import { GiveUpDialog } from "./give-up-dialog.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import type { LeaseDialogProps, OpenDialog } from "./open-dialog.ts";
import { PaymentDialog } from "./payment-dialog.tsx";
import { ReverseDialog } from "./reverse-dialog.tsx";

/** The open dialog; fetched when the first one opens. */
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
      return <MoveDialog {...lease} entry={dialog.entry} />;
    case "waive":
    case "writeOff":
      return <GiveUpDialog {...lease} entry={dialog.entry} variant={dialog.action} />;
  }
}
