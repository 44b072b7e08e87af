/**
 * The provider of card and bank account payments (requirements, "Card provider"). The portal trusts only the
 * provider's responses. Reports from browsers and the contents of events are only a reason to ask the
 * provider. Amounts are whole cents.
 */
export interface CardProvider {
  kind: "stripe" | "sandbox";
  /** The key with which the browser talks to the provider. Null for the sandbox. */
  publishableKey: string | null;
  /** Creates an intent. Calling it again with the same `intentId` returns the same intent. */
  createIntent(input: {
    intentId: number;
    amountCents: number;
    description: string;
    payerEmail: string;
  }): Promise<ProviderIntent>;
  /**
   * Changes the amount to be paid, fee included.
   * @throws CardError once it is paid or processing
   */
  changeAmount(reference: string, amountCents: number): Promise<ProviderIntent>;
  readIntent(reference: string): Promise<ProviderIntent>;
  /**
   * Cancels the intent, so that it can no longer be paid.
   * @throws CardError once it is paid or processing
   */
  cancelIntent(reference: string): Promise<ProviderIntent>;
  /**
   * Refunds an amount, fee included. Calling it again with the same `refundId` returns the same refund.
   * @throws CardError
   */
  refund(input: { refundId: number; reference: string; amountCents: number }): Promise<ProviderRefund>;
  readRefund(reference: string): Promise<ProviderRefund>;
  readDispute(reference: string): Promise<ProviderDispute>;
  /**
   * Returns the subject of an event, after checking its age and its signature over the raw bytes.
   * @throws BadSignatureError
   */
  readEvent(body: Buffer, signature: string | undefined, now: Date): ProviderEvent;
}

/** An intent in its current state at the provider. */
export interface ProviderIntent {
  reference: string;
  clientSecret: string;
  /** Our id, set on creation. Null if it wasn't created by us. */
  intentId: number | null;
  /**
   * `open`: waiting for a payment or another attempt. `processing`: at the bank, possibly for days.
   */
  status: "open" | "processing" | "succeeded" | "canceled";
  /** The amount to be paid. */
  amountCents: number;
  /** The amount received, fee included. 0 before it succeeded. */
  receivedCents: number;
  /** The method of the payment or of the last attempt, such as `card` or `us_bank_account`. Null before. */
  method: string | null;
  /** The card or bank account of the payment or of the last attempt. Null before, or if it's unknown. */
  paidWith: PaidWith | null;
  /** Why the last attempt failed. Empty otherwise. */
  problem: string;
  /** When the money was received. Null before. */
  paidAt: Date | null;
}

/** How people recognize a card or a bank account. No other part of its number reaches the portal. */
export interface PaidWith {
  /** The brand of the card, such as `Visa`, or the name of the bank. Empty if unknown. */
  brand: string;
  /** The last four digits of the number. */
  lastFour: string;
}

export interface ProviderRefund {
  reference: string;
  /** Our id, given with the request. Null if the refund was made elsewhere. */
  refundId: number | null;
  /** The intent whose payment is refunded. */
  intentReference: string;
  amountCents: number;
  status: "pending" | "done" | "failed";
  problem: string;
}

export interface ProviderDispute {
  reference: string;
  intentReference: string;
  amountCents: number;
  reason: string;
  /** The provider's state, such as `needs_response`. */
  state: string;
  respondBy: Date | null;
  openedAt: Date;
}

/**
 * `subject.reference` is the object to read from the provider. `subject` is null if the event doesn't concern
 * the portal.
 */
export interface ProviderEvent {
  id: string;
  kind: string;
  subject: { what: "intent" | "refund" | "dispute"; reference: string } | null;
}

/** The provider declined. `message` is for the payer. */
export class CardError extends Error {
  override name = "CardError";
}

/** The provider didn't respond or failed. The outcome is unknown, and the request can be retried. */
export class ProviderUnavailableError extends Error {
  override name = "ProviderUnavailable";
}

/** An event that the provider didn't sign, or that is too old. */
export class BadSignatureError extends Error {
  override name = "BadSignature";
}
