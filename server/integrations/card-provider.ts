/**
 * The provider that moves money of cards and bank accounts (requirements, "Card provider"). The portal believes only the
 * provider's responses: a browser's claim or the contents of an event are only a reason to ask. Amounts are whole cents.
 */
export interface CardProvider {
  kind: "stripe" | "sandbox";
  /** The key with which the browser talks to the provider; null for the sandbox. */
  publishableKey: string | null;
  /** The same `intentId` again gives the same intent. */
  createIntent(wish: {
    intentId: number;
    amountCents: number;
    description: string;
    payerEmail: string;
  }): Promise<ProviderIntent>;
  /** Changes the amount to be paid, fee included. @throws CardRefusal once it is paid or processing */
  changeAmount(reference: string, amountCents: number): Promise<ProviderIntent>;
  readIntent(reference: string): Promise<ProviderIntent>;
  /** Cancels the intent, so that nobody can pay it any more. @throws CardRefusal once it is paid or processing */
  cancelIntent(reference: string): Promise<ProviderIntent>;
  /** Refunds an amount, fee included. The same `refundId` again gives the same refund. @throws CardRefusal */
  refund(wish: { refundId: number; reference: string; amountCents: number }): Promise<ProviderRefund>;
  readRefund(reference: string): Promise<ProviderRefund>;
  readDispute(reference: string): Promise<ProviderDispute>;
  /**
   * The subject of an event, after checking its age and its signature over the raw bytes.
   * @throws BadSignature
   */
  readEvent(body: Buffer, signature: string | undefined, now: Date): ProviderEvent;
}

/** An intent in its current state at the provider. */
export interface ProviderIntent {
  reference: string;
  clientSecret: string;
  /** Our id, given at its creation; null when it was not created by us. */
  intentId: number | null;
  /** open: waits for a payment or another try; processing: being settled, possibly for days. */
  status: "open" | "processing" | "succeeded" | "canceled";
  /** The amount to be paid. */
  amountCents: number;
  /** The amount received, fee included; 0 before it succeeded. */
  receivedCents: number;
  /** The method of the payment or of the last try, such as `card` or `us_bank_account`; null before. */
  method: string | null;
  /** Why the last try failed; empty otherwise. */
  problem: string;
  /** When the money was received; null before. */
  paidAt: Date | null;
}

export interface ProviderRefund {
  reference: string;
  /** Our id, given with the request; null when the refund was made elsewhere. */
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
  answerBy: Date | null;
  openedAt: Date;
}

/** `about.reference` is the object to read from the provider; null for events that do not concern the portal. */
export interface ProviderEvent {
  id: string;
  kind: string;
  about: { what: "intent" | "refund" | "dispute"; reference: string } | null;
}

/** The provider refused; `message` is for the payer. */
export class CardRefusal extends Error {
  override name = "CardRefusal";
}

/** The provider did not respond or failed: the outcome is unknown, and the request may be retried. */
export class ProviderAway extends Error {
  override name = "ProviderAway";
}

/** An event that the provider did not sign, or signed too long ago. */
export class BadSignature extends Error {
  override name = "BadSignature";
}
