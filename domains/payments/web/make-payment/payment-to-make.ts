import type { Cents } from "#shared/format/money.ts";

/** The details of a payment to make, from the form or the URL. */
export interface PaymentToMake {
  amountCents: Cents;
  description: string;
  /** Null if the server uses the payer's own lease. */
  leaseId: number | null;
  unitId: number | null;
  /** The charges to pay first. If empty, the server's order applies. */
  chargeIds: readonly number[];
  /** The charges the payment would be applied to now. Null if none are known. */
  coveredCharges: readonly CoveredCharge[] | null;
  /** Whether no charges are left to pay, so that the payment becomes a credit. */
  isCredit: boolean;
}

export interface CoveredCharge {
  /** Null for the amount that remains as a credit. */
  chargeId: number | null;
  description: string;
  amountCents: number;
}
