import type { DepositMove } from "../../accounts.ts";
import type { LeaseAccount, LedgerEntry } from "../../contract.ts";

export type RecordKind = "payment" | "charge" | "credit" | "payout" | "deposit";
/** The actions staff can take on an entry. */
export type EntryAction = keyof LedgerEntry["can"];

/** The open dialog: to record something new, or to act on an entry. */
export type OpenDialog =
  | { record: Exclude<RecordKind, "deposit"> }
  | { record: "deposit"; depositMove?: DepositMove }
  | { action: EntryAction; entry: LedgerEntry };

/** How dialogs name a lease. */
export interface LeaseName {
  company: string;
  property: string;
  /** The numbers of its units. */
  units: string;
}

/** The props of every ledger dialog. */
export interface LeaseDialogProps {
  leaseId: number;
  lease: LeaseName;
  account: LeaseAccount;
  onClose: () => void;
}
