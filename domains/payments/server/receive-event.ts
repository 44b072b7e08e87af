import type { Services } from "#server/http/context.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { ProviderAway, type ProviderEvent } from "#server/outside/card-provider.ts";
import { applyIntent } from "./apply-intent.ts";

/**
 * Takes in an event whose signature was checked: it is only the reason to ask the provider how things stand now, so that a
 * late or reordered one does no harm; a second one of the same id changes nothing (decisions, "Card provider").
 * @throws ProviderAway when the provider does not answer: it will send the event again
 */
export async function receiveEvent(services: Services, event: ProviderEvent): Promise<void> {
  const { cards } = services;
  if (cards === null) throw new ProviderAway("Online payment is not set up.");
  const told = event.about?.what === "intent" ? await cards.readIntent(event.about.reference) : null;
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
    await applyIntent(ctx, cards.kind, told);
  });
}
