import type { Cents } from "#shared/format/money.ts";

/** The details of a payment to be made, from the form or the address. */
export interface PaymentDetails {
  amountCents: Cents;
  description: string;
  /** Null: the server uses the payer's own lease. */
  leaseId: number | null;
  unitId: number | null;
  /** The charges to settle first; without any the server's order applies. */
  chargeIds: readonly number[];
  /** The charges that the payment covers as things stand; null if none are known. */
  covers: readonly Covered[] | null;
}

export interface Covered {
  /** Null: the amount remains as credit. */
  chargeId: number | null;
  description: string;
  amountCents: number;
}
