import { type CardProvider, CardRefusal } from "#server/integrations/card-provider.ts";
import type { ReportedRefund } from "./apply-refund.ts";
import type { Refund } from "./refunds.ts";

/**
 * Asks the provider for a requested refund; repeating the call refunds once. A refusal counts as a failure without the
 * provider's reference.
 * @throws ProviderAway when the outcome is unknown; the call may be repeated
 */
export async function askForRefund(
  cards: CardProvider,
  { id, intentReference, ...refund }: Refund & { intentReference: string },
): Promise<ReportedRefund> {
  const amountCents = refund.amountCents + refund.feeCents;
  try {
    const reported = await cards.refund({ refundId: id, reference: intentReference, amountCents });
    return reported;
  } catch (error) {
    if (!(error instanceof CardRefusal)) throw error;
    const { message: problem } = error;
    return { refundId: id, reference: null, intentReference, amountCents, status: "failed", problem };
  }
}
