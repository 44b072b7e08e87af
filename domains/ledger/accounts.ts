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

/** The kinds of charges: those of the terms, and late fees. */
export const owedKinds = [...chargeKinds, "late-fee"] as const;
export type OwedKind = (typeof owedKinds)[number];

export const owedKindLabels = { ...chargeKindLabels, "late-fee": "Late fee" } as const satisfies Record<
  OwedKind,
  string
>;

export const incomeOf = (kind: OwedKind): Account => `income-${kind}`;

/** The kinds of entries. */
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
  "deposit-taken",
  "deposit-returned",
  "deposit-applied",
  "reversal",
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The ways a deposit moves. */
export const depositActions = ["taken", "returned", "applied"] as const;
export type DepositAction = (typeof depositActions)[number];
