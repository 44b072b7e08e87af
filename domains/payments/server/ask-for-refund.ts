import { type CardProvider, CardRefusal } from "#server/integrations/card-provider.ts";
import type { RefundTold } from "./apply-refund.ts";
import type { Refund } from "./refunds.ts";

/**
 * Asks the provider to give back what was requested; the same again gives back once. A refusal counts as a failure without
 * the provider's reference.
 * @throws ProviderAway: nothing is known, and it may be asked again
 */
export async function askForRefund(
  cards: CardProvider,
  { id, intentReference, ...refund }: Refund & { intentReference: string },
): Promise<RefundTold> {
  const amountCents = refund.amountCents + refund.feeCents;
  try {
    const told = await cards.refund({ refundId: id, reference: intentReference, amountCents });
    return told;
  } catch (error) {
    if (!(error instanceof CardRefusal)) throw error;
    const { message: problem } = error;
    return { refundId: id, reference: null, intentReference, amountCents, status: "failed", problem };
  }
}
