import type { Cents } from "#shared/format/money.ts";

/** What somebody is about to pay, as the form or the address says. */
export interface PaymentDetails {
  amountCents: Cents;
  description: string;
  /** Null: the server finds the payer's own. */
  leaseId: number | null;
  unitId: number | null;
  /** These first; none means by the rule. */
  chargeIds: readonly number[];
  /** What it pays as things stand; null when nothing is known of that. */
  covers: readonly Covered[] | null;
}

export interface Covered {
  /** Null: it is left as credit. */
  chargeId: number | null;
  description: string;
  amountCents: number;
}
