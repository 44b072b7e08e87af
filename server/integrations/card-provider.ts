/**
 * Who moves the money of cards and bank accounts (requirements, "Card provider"). The portal asks, and believes only what it is
 * answered: a browser's word and the contents of an event are no more than a reason to ask. Amounts are whole cents.
 */
export interface CardProvider {
  kind: "stripe" | "sandbox";
  /** What the browser needs to talk to the provider itself; null for the sandbox. */
  publishableKey: string | null;
  /** The same `intentId` again gives the same intent. */
  createIntent(wish: {
    intentId: number;
    amountCents: number;
    description: string;
    payerEmail: string;
  }): Promise<ProviderIntent>;
  /** What is to be paid, fee included. @throws CardRefusal once it is paid or under way */
  changeAmount(reference: string, amountCents: number): Promise<ProviderIntent>;
  readIntent(reference: string): Promise<ProviderIntent>;
  /** So that nobody can pay it any more. @throws CardRefusal once it is paid or under way */
  cancelIntent(reference: string): Promise<ProviderIntent>;
  /** Gives money back, fee included. The same `refundId` again gives the same refund. @throws CardRefusal */
  refund(wish: { refundId: number; reference: string; amountCents: number }): Promise<ProviderRefund>;
  readRefund(reference: string): Promise<ProviderRefund>;
  readDispute(reference: string): Promise<ProviderDispute>;
  /**
   * What an event is about; its signature and age are checked over the bytes as they came.
   * @throws BadSignature
   */
  readEvent(body: Buffer, signature: string | undefined, now: Date): ProviderEvent;
}

/** An intent as the provider knows it now. */
export interface ProviderIntent {
  reference: string;
  clientSecret: string;
  /** Our id, which was given when it was made; null when it was not made by us. */
  intentId: number | null;
  /** open: to be paid, or tried again; processing: under way, for days perhaps. */
  status: "open" | "processing" | "succeeded" | "canceled";
  /** What is to be paid. */
  amountCents: number;
  /** What was received, fee included; 0 before it succeeded. */
  receivedCents: number;
  /** `card`, `us_bank_account` …: what it was paid with, or tried last; null before. */
  method: string | null;
  /** Why the last try failed; empty otherwise. */
  problem: string;
  /** When the money was received; null before. */
  paidAt: Date | null;
}

export interface ProviderRefund {
  reference: string;
  /** Our id, which was given when it was asked for; null when somebody made it elsewhere. */
  refundId: number | null;
  /** Of the intent whose payment it gives back. */
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
  /** The provider's word, such as `needs_response`; `won` and `lost` are the last. */
  state: string;
  answerBy: Date | null;
  openedAt: Date;
}

/** `about.reference` is what to ask the provider for; null for what the portal has nothing to do with. */
export interface ProviderEvent {
  id: string;
  kind: string;
  about: { what: "intent" | "refund" | "dispute"; reference: string } | null;
}

/** The provider said no; `message` is for the payer. */
export class CardRefusal extends Error {
  override name = "CardRefusal";
}

/** The provider did not answer, or was not able to: nothing is known, and the same may be asked again. */
export class ProviderAway extends Error {
  override name = "ProviderAway";
}

/** An event that the provider did not send, or too long ago. */
export class BadSignature extends Error {
  override name = "BadSignature";
}
