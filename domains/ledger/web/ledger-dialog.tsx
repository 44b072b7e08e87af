import type { AboutLease, Asked } from "./asked.ts";
import { ChargeDialog } from "./charge-dialog.tsx";
import { CreditDialog } from "./credit-dialog.tsx";
import { DepositDialog } from "./deposit-dialog.tsx";
import { GiveUpDialog } from "./give-up-dialog.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { PaymentDialog } from "./payment-dialog.tsx";
import { ReverseDialog } from "./reverse-dialog.tsx";

/** The dialog for what is asked; loaded when one is opened. */
export function LedgerDialog({ asked, ...lease }: AboutLease & { asked: Asked }) {
  if ("record" in asked)
    switch (asked.record) {
      case "payment":
        return <PaymentDialog {...lease} />;
      case "charge":
        return <ChargeDialog {...lease} />;
      case "credit":
        return <CreditDialog {...lease} />;
      case "deposit":
        return <DepositDialog {...lease} />;
    }
  switch (asked.action) {
    case "reverse":
      return <ReverseDialog {...lease} entry={asked.entry} />;
    case "move":
      return <MoveDialog {...lease} entry={asked.entry} />;
    case "waive":
    case "writeOff":
      return <GiveUpDialog {...lease} entry={asked.entry} how={asked.action} />;
  }
}
