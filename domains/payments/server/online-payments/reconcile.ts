import { sql } from "kysely";
import type { Services } from "#server/http/context.ts";
import {
  CardError,
  type CardProvider,
  type ProviderIntent,
  ProviderUnavailableError,
} from "#server/integrations/cards/card-provider.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { applyIntent } from "./apply-intent.ts";

const batchSize = 100;
/** After this many failures in a row, the rest wait for the next run. */
const maxFailures = 3;

interface IntentToCheck {
  id: number;
  lastCheckedAt: Date;
  reference: string | null;
  state: "open" | "processing";
  /** Whether the intent has been untouched for a day and must be cancelled. */
  isStale: boolean;
  /** The amount to pay, for a provider that might already know the intent. */
  amountCents: number;
  description: string;
  payerEmail: string;
}

/**
 * Checks open and processing intents with the provider, so money is credited even if every event was lost
 * (requirements, "PAY recording"). Intents untouched for a day are cancelled, here and at the provider. The
 * longer nothing happens, the less often an intent is checked.
 */
export async function reconcilePayments(services: Services): Promise<void> {
  await cancelIntentsWithoutProvider(services);
  const { cards, log } = services;
  if (cards === null) return;
  let failures = 0;
  for (
    let dueIntents = await takeDueIntents(services, cards);
    dueIntents.length > 0;
    dueIntents = await takeDueIntents(services, cards)
  )
    for (const [index, intent] of dueIntents.entries())
      try {
        const providerIntent = await fetchIntent(cards, intent);
        await runAsPortal(services, (ctx) => applyIntent(ctx, cards.kind, providerIntent));
        failures = 0;
      } catch (error) {
        // The intent was marked as checked, so the others have their turn before its next check.
        log.warn({ err: error, intent: intent.id }, "Couldn't check a payment with its provider.");
        if (error instanceof ProviderUnavailableError && ++failures >= maxFailures)
          return restoreCheckTimes(services, dueIntents.slice(index + 1));
      }
}

/** Restores the last check time of intents that were marked as checked but weren't. */
async function restoreCheckTimes({ db }: Services, intents: readonly IntentToCheck[]): Promise<void> {
  const ids = intents.map(({ id }) => id);
  const lastCheckTimes = intents.map(({ lastCheckedAt }) => lastCheckedAt);
  await sql`update payment_intents i set checked_at = b.checked_at
    from unnest(${ids}::bigint[], ${lastCheckTimes}::timestamptz[]) b (id, checked_at) where i.id = b.id`.execute(
    db,
  );
}

/**
 * Returns the intents checked longest ago and marks them as checked. The first check is after ten minutes,
 * later ones after a sixth of the intent's age.
 */
async function takeDueIntents({ db, clock }: Services, { kind }: CardProvider): Promise<IntentToCheck[]> {
  const now = clock();
  const { rows } = await sql<IntentToCheck>`
    with due as (
      select i.id, i.checked_at from payment_intents i
      where i.state in ('open', 'processing') and i.provider = ${kind}
        and i.checked_at <= ${now}::timestamptz - interval '10 minutes'
        and i.checked_at <= ${now}::timestamptz - least(interval '6 hours', (${now}::timestamptz - i.created_at) / 6)
      order by i.checked_at, i.id limit ${batchSize} for update of i skip locked
    )
    update payment_intents i set checked_at = ${now} from due, users u
    where i.id = due.id and u.id = i.user_id
    returning i.id, due.checked_at as "lastCheckedAt", i.reference, i.state, i.amount_cents + i.fee_cents as "amountCents", i.description, u.email as "payerEmail",
      i.state = 'open' and i.changed_at <= ${now}::timestamptz
        - case when i.reference is null then interval '1 hour' else interval '1 day' end as "isStale"`.execute(
    db,
  );
  return rows.sort((a, b) => a.lastCheckedAt.getTime() - b.lastCheckedAt.getTime() || a.id - b.id);
}

/**
 * Returns the current state at the provider. If its first response was lost, the provider knows the intent by
 * our id.
 */
async function fetchIntent(cards: CardProvider, intent: IntentToCheck): Promise<ProviderIntent> {
  const { reference } =
    intent.reference === null
      ? await cards.createIntent({ ...intent, intentId: intent.id })
      : { reference: intent.reference };
  if (!intent.isStale) return cards.readIntent(reference);
  try {
    return await cards.cancelIntent(reference);
  } catch (error) {
    // The payment was made just before it could be cancelled.
    if (error instanceof CardError) return cards.readIntent(reference);
    throw error;
  }
}

/** Cancels stale intents that only serve a manual confirmation. */
async function cancelIntentsWithoutProvider({ db, clock }: Services): Promise<void> {
  const now = clock();
  await sql`update payment_intents set state = 'canceled', changed_at = ${now}
    where state = 'open' and provider is null and created_at <= ${now}::timestamptz - interval '1 day'`.execute(
    db,
  );
}
