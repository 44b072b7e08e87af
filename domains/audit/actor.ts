/** The actor as recorded in the log. */
export interface RecordedActor {
  actorId: number | null;
  actorName: string;
  action: string;
  /** Empty for automatic actions of the portal. */
  requestId: string;
}

const providerNames = { stripe: "Stripe", sandbox: "Sandbox" } as const;

/** The actions that the portal records when the card provider reports them. */
const providerReportedActions = ["ledger.payment-received", "payment.refunded", "payment.dispute-changed"];

/**
 * Returns the name to display: the person's name, `System`, the card provider for its reports, or `A visitor`
 * for a request without a session. The name is determined on reading because entries are never rewritten.
 */
export function formatActor(
  { actorId, actorName, action, requestId }: RecordedActor,
  provider: keyof typeof providerNames | null,
): string {
  if (actorId !== null || (actorName !== "Signed out" && actorName !== "The portal")) return actorName;
  if (requestId !== "") return "A visitor";
  if (!providerReportedActions.includes(action)) return "System";
  return provider === null ? "Card provider" : providerNames[provider];
}
