import { CardError, type CardProvider } from "#server/integrations/cards/card-provider.ts";
import type { ReportedRefund } from "./apply-refund.ts";
import type { Refund } from "./refunds.ts";

/**
 * Sends a requested refund to the provider. Safe to retry. A declined refund counts as failed and has no
 * provider reference.
 * @throws ProviderUnavailableError if the outcome is unknown. The call can be repeated
 */
export async function sendRefund(
  cards: CardProvider,
  { id, intentReference, ...refund }: Refund & { intentReference: string },
): Promise<ReportedRefund> {
  const amountCents = refund.amountCents + refund.feeCents;
  try {
    const providerRefund = await cards.refund({ refundId: id, reference: intentReference, amountCents });
    return providerRefund;
  } catch (error) {
    if (!(error instanceof CardError)) throw error;
    const { message: problem } = error;
    return { refundId: id, reference: null, intentReference, amountCents, status: "failed", problem };
  }
}
