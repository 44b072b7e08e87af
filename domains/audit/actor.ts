/** Who did something, as the log keeps it. */
export interface Recorded {
  actorId: number | null;
  actorName: string;
  action: string;
  /** Empty for automatic actions of the portal. */
  requestId: string;
}

const providerNames = { stripe: "Stripe", sandbox: "Sandbox" } as const;

/** What the portal writes because the card provider reported it. */
const reportedByProvider = ["ledger.payment-received", "payment.given-back", "payment.dispute-changed"];

/**
 * The name to show: a person's own, `System`, the card provider's for its reports, or `A visitor` for a request without a
 * session. Entries are never rewritten, so the name is chosen when they are read.
 */
export function sayActor(
  { actorId, actorName, action, requestId }: Recorded,
  provider: keyof typeof providerNames | null,
): string {
  if (actorId !== null || (actorName !== "Signed out" && actorName !== "The portal")) return actorName;
  if (requestId !== "") return "A visitor";
  if (!reportedByProvider.includes(action)) return "System";
  return provider === null ? "Card provider" : providerNames[provider];
}
