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
 * Takes in an event whose signature was checked: it is only the reason to ask the provider how things stand now, so that a
 * late or reordered one does no harm; a second one of the same id changes nothing (requirements, "Card provider").
 * @throws ProviderAway when the provider does not answer: it will send the event again
 */
export async function receiveEvent(services: Services, event: ProviderEvent): Promise<void> {
  const { cards } = services;
  if (cards === null) throw new ProviderAway("Online payment is not set up.");
  const told = await ask(cards, event.about);
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
    if (kept === undefined || told === null) return;
    // First the payment itself, of which nothing may have been heard yet.
    await applyIntent(ctx, cards.kind, told.intent);
    if (told.refund !== undefined) await applyRefund(ctx, cards.kind, told.refund);
    if (told.dispute !== undefined) await applyDispute(ctx, cards.kind, told.dispute);
  });
}

interface Told {
  intent: ProviderIntent;
  refund?: ProviderRefund;
  dispute?: ProviderDispute;
}

/** How things stand now. */
async function ask(cards: CardProvider, about: ProviderEvent["about"]): Promise<Told | null> {
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
