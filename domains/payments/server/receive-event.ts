import type { Services } from "#server/http/context.ts";
import {
  type CardProvider,
  ProviderAway,
  type ProviderDispute,
  type ProviderEvent,
  type ProviderIntent,
  type ProviderRefund,
} from "#server/integrations/card-provider.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { applyDispute } from "./apply-dispute.ts";
import { applyIntent } from "./apply-intent.ts";
import { applyRefund } from "./apply-refund.ts";

/**
 * Processes an event whose signature was checked. It is only the trigger to ask the provider for the present state, so a
 * late or reordered event does no harm; a second event with the same id changes nothing (requirements, "Card provider").
 * @throws ProviderAway when the provider does not answer: it will send the event again
 */
export async function receiveEvent(services: Services, event: ProviderEvent): Promise<void> {
  const { cards } = services;
  if (cards === null) throw new ProviderAway("Online payment is not set up.");
  const reported = await ask(cards, event.about);
  await asPortal(services, async (ctx) => {
    const kept = await ctx.db
      .insertInto("provider_events")
      .values({
        provider: cards.kind,
        id: event.id,
        kind: event.kind,
        reference: event.about?.reference ?? null,
        received_at: ctx.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (kept === undefined || reported === null) return;
    // The payment itself first, as this may be the first event about it.
    await applyIntent(ctx, cards.kind, reported.intent);
    if (reported.refund !== undefined) await applyRefund(ctx, cards.kind, reported.refund);
    if (reported.dispute !== undefined) await applyDispute(ctx, cards.kind, reported.dispute);
  });
}

interface Reported {
  intent: ProviderIntent;
  refund?: ProviderRefund;
  dispute?: ProviderDispute;
}

/** The present state at the provider. */
async function ask(cards: CardProvider, about: ProviderEvent["about"]): Promise<Reported | null> {
  if (about === null) return null;
  const { what, reference } = about;
  if (what === "intent") return { intent: await cards.readIntent(reference) };
  if (what === "refund") {
    const refund = await cards.readRefund(reference);
    return { refund, intent: await cards.readIntent(refund.intentReference) };
  }
  const dispute = await cards.readDispute(reference);
  return { dispute, intent: await cards.readIntent(dispute.intentReference) };
}
