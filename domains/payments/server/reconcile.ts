import { sql } from "kysely";
import type { Services } from "#server/http/context.ts";
import {
  type CardProvider,
  CardRefusal,
  ProviderAway,
  type ProviderIntent,
} from "#server/integrations/card-provider.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { applyIntent } from "./apply-intent.ts";

const atOnce = 100;
/** After this many failures in a row, the rest waits for the next run. */
const awayMax = 3;

interface ToAsk {
  id: number;
  askedBefore: Date;
  reference: string | null;
  state: "open" | "processing";
  /** Nobody has touched it for a day, so it is to be canceled. */
  isStale: boolean;
  /** The amount to pay, for a provider that may already know the intent. */
  amountCents: number;
  description: string;
  payerEmail: string;
}

/**
 * Asks the provider about intents that are open or under way, so that money is credited even if every event was lost
 * (requirements, "PAY recording"). Intents nobody touches for a day are canceled, here and at the
 * provider. The longer nothing happens, the less often it is asked.
 */
export async function reconcilePayments(services: Services): Promise<void> {
  await giveUpWithoutProvider(services);
  const { cards, log } = services;
  if (cards === null) return;
  let away = 0;
  for (let asked = await takeSome(services, cards); asked.length > 0; asked = await takeSome(services, cards))
    for (const [index, intent] of asked.entries())
      try {
        const reported = await ask(cards, intent);
        await asPortal(services, (ctx) => applyIntent(ctx, cards.kind, reported));
        away = 0;
      } catch (error) {
        // It was marked as asked, so the others have their turn before it is asked about again.
        log.warn({ err: error, intent: intent.id }, "A payment could not be compared with its provider.");
        if (error instanceof ProviderAway && ++away >= awayMax)
          return putBack(services, asked.slice(index + 1));
      }
}

/** They were marked as asked but were not: takes that back. */
async function putBack({ db }: Services, intents: readonly ToAsk[]): Promise<void> {
  const ids = intents.map(({ id }) => id);
  const times = intents.map(({ askedBefore }) => askedBefore);
  await sql`update payment_intents i set asked_at = b.asked_at
    from unnest(${ids}::bigint[], ${times}::timestamptz[]) b (id, asked_at) where i.id = b.id`.execute(db);
}

/** Intents not asked about for longest, now marked as asked: first after ten minutes, then after a sixth of their age. */
async function takeSome({ db, clock }: Services, { kind }: CardProvider): Promise<ToAsk[]> {
  const now = clock();
  const { rows } = await sql<ToAsk>`
    with due as (
      select i.id, i.asked_at from payment_intents i
      where i.state in ('open', 'processing') and i.provider = ${kind}
        and i.asked_at <= ${now}::timestamptz - interval '10 minutes'
        and i.asked_at <= ${now}::timestamptz - least(interval '6 hours', (${now}::timestamptz - i.created_at) / 6)
      order by i.asked_at, i.id limit ${atOnce} for update of i skip locked
    )
    update payment_intents i set asked_at = ${now} from due, users u
    where i.id = due.id and u.id = i.user_id
    returning i.id, due.asked_at as "askedBefore", i.reference, i.state, i.amount_cents + i.fee_cents as "amountCents", i.description, u.email as "payerEmail",
      i.state = 'open' and i.changed_at <= ${now}::timestamptz
        - case when i.reference is null then interval '1 hour' else interval '1 day' end as "isStale"`.execute(
    db,
  );
  return rows.sort((a, b) => a.askedBefore.getTime() - b.askedBefore.getTime() || a.id - b.id);
}

/** The present state at the provider, which knows the intent by our id when its first response was lost. */
async function ask(cards: CardProvider, intent: ToAsk): Promise<ProviderIntent> {
  const { reference } =
    intent.reference === null
      ? await cards.createIntent({ ...intent, intentId: intent.id })
      : { reference: intent.reference };
  if (!intent.isStale) return cards.readIntent(reference);
  try {
    return await cards.cancelIntent(reference);
  } catch (error) {
    // It was paid at this very moment.
    if (error instanceof CardRefusal) return cards.readIntent(reference);
    throw error;
  }
}

/** Gives up intents that serve a manual confirmation only. */
async function giveUpWithoutProvider({ db, clock }: Services): Promise<void> {
  const now = clock();
  await sql`update payment_intents set state = 'canceled', changed_at = ${now}
    where state = 'open' and provider is null and created_at <= ${now}::timestamptz - interval '1 day'`.execute(
    db,
  );
}
