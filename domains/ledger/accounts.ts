import { chargeKindLabels, chargeKinds } from "#domains/leases/terms.ts";

/** The accounts of the ledger (requirements, "Ledger"). Debits are positive, credits negative. */
export const accounts = [
  "receivable",
  "income-rent",
  "income-common-area",
  "income-utilities",
  "income-parking",
  "income-storage",
  "income-other",
  "income-late-fee",
  "income-card-fee",
  "clearing",
  "bank",
  "deposits",
  "write-offs",
  "opening",
] as const;
export type Account = (typeof accounts)[number];

/** The types of charges: those in the lease terms, plus late fees. */
export const ledgerChargeKinds = [...chargeKinds, "late-fee"] as const;
export type LedgerChargeKind = (typeof ledgerChargeKinds)[number];

export const ledgerChargeKindLabels = {
  ...chargeKindLabels,
  "late-fee": "Late fee",
} as const satisfies Record<LedgerChargeKind, string>;

/** Returns the label of a charge type inside a sentence: `common area maintenance (CAM)`. */
export const describeChargeKind = (kind: LedgerChargeKind): string => {
  const label = ledgerChargeKindLabels[kind];
  return `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
};

export const getIncomeAccount = (kind: LedgerChargeKind): Account => `income-${kind}`;

/** The types of ledger entries. */
export const entryKinds = [
  "opening",
  "charge",
  "adjustment",
  "late-fee",
  "credit",
  "waiver",
  "write-off",
  "payment",
  "refund",
  "credit-paid-out",
  "deposit-received",
  "deposit-refunded",
  "deposit-applied",
  "reversal",
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Whether an entry pays credit back to the tenant, which can then no longer be applied to charges. */
export const returnsMoney = (kind: EntryKind): boolean => kind === "refund" || kind === "credit-paid-out";

/** Why an entry was reversed: returned by the bank, entered by mistake, or moved to another lease. */
export const reversalCauses = ["returned", "mistake", "moved"] as const;
export type ReversalCause = (typeof reversalCauses)[number];

/** The ways a security deposit can move. */
export const depositActions = ["received", "refunded", "applied"] as const;
export type DepositAction = (typeof depositActions)[number];

/** The deposit transactions staff can record. The last one does both at the end of a lease. */
export const depositMoves = [...depositActions, "applied-rest-refunded"] as const;
export type DepositMove = (typeof depositMoves)[number];

/** How the money of a deposit arrives or is paid back. */
export const depositMethods = ["check", "bank_transfer", "cash", "zelle", "other"] as const;
