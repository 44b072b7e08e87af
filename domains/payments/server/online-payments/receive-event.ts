import type { Services } from "#server/http/context.ts";
import {
  type CardProvider,
  type ProviderDispute,
  type ProviderEvent,
  type ProviderIntent,
  type ProviderRefund,
  ProviderUnavailableError,
} from "#server/integrations/cards/card-provider.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { applyDispute } from "../refunds/apply-dispute.ts";
import { applyRefund } from "../refunds/apply-refund.ts";
import { applyIntent } from "./apply-intent.ts";

/**
 * Processes an event whose signature was verified. The event only triggers a request for the current state at
 * the provider, so a late or reordered event does no harm. A second event with the same id changes nothing
 * (requirements, "Card provider").
 * @throws ProviderUnavailableError if the provider doesn't respond. It will resend the event
 */
export async function receiveEvent(services: Services, event: ProviderEvent): Promise<void> {
  const { cards } = services;
  if (cards === null) throw new ProviderUnavailableError("Online payment isn't set up.");
  const providerState = await fetchProviderState(cards, event.subject);
  await runAsPortal(services, async (ctx) => {
    const insertedEvent = await ctx.db
      .insertInto("provider_events")
      .values({
        provider: cards.kind,
        id: event.id,
        kind: event.kind,
        reference: event.subject?.reference ?? null,
        received_at: ctx.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (insertedEvent === undefined || providerState === null) return;
    // The payment comes first because this might be the first event about it.
    await applyIntent(ctx, cards.kind, providerState.intent);
    if (providerState.refund !== undefined) await applyRefund(ctx, cards.kind, providerState.refund);
    if (providerState.dispute !== undefined) await applyDispute(ctx, cards.kind, providerState.dispute);
  });
}

interface ProviderState {
  intent: ProviderIntent;
  refund?: ProviderRefund;
  dispute?: ProviderDispute;
}

/** Returns the current state at the provider. */
async function fetchProviderState(
  cards: CardProvider,
  subject: ProviderEvent["subject"],
): Promise<ProviderState | null> {
  if (subject === null) return null;
  const { what, reference } = subject;
  if (what === "intent") return { intent: await cards.readIntent(reference) };
  if (what === "refund") {
    const refund = await cards.readRefund(reference);
    return { refund, intent: await cards.readIntent(refund.intentReference) };
  }
  const dispute = await cards.readDispute(reference);
  return { dispute, intent: await cards.readIntent(dispute.intentReference) };
}
