import type { LeaseAccount, LedgerEntry } from "../contract.ts";

export type RecordKind = "payment" | "charge" | "credit" | "deposit";
/** What staff may do with an entry. */
export type EntryAction = keyof LedgerEntry["may"];

/** What is asked for: something new, or something about an entry. */
export type Asked = { record: RecordKind } | { action: EntryAction; entry: LedgerEntry };

/** What every dialog of a ledger is given. */
export interface AboutLease {
  leaseId: number;
  account: LeaseAccount;
  onClose: () => void;
}
