import { sql } from "kysely";
import type { Services } from "#server/http/context.ts";
import { ProviderAway } from "#server/integrations/card-provider.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { applyRefund } from "./apply-refund.ts";
import { askForRefund } from "./ask-for-refund.ts";
import { type Refund, refundsWhere } from "./refunds.ts";

const atOnce = 100;
/** After this many failures in a row, the rest waits for the next run. */
const awayMax = 3;

type ToAsk = Refund & { intentReference: string; askedBefore: Date };

/**
 * Asks the provider about refunds that are unanswered or under way: those requested while it was away, and those whose
 * events were lost.
 */
export async function reconcileRefunds(services: Services): Promise<void> {
  const { cards, log } = services;
  if (cards === null) return;
  let away = 0;
  const asked = await takeSome(services, cards.kind);
  for (const [index, refund] of asked.entries())
    try {
      const reported =
        refund.reference === null
          ? await askForRefund(cards, refund)
          : await cards.readRefund(refund.reference);
      await asPortal(services, (ctx) => applyRefund(ctx, cards.kind, reported));
      away = 0;
    } catch (error) {
      log.warn({ err: error, refund: refund.id }, "A refund could not be compared with its provider.");
      if (error instanceof ProviderAway && ++away >= awayMax)
        return putBack(services, asked.slice(index + 1));
    }
}

/** They were marked as asked but were not: takes that back. */
async function putBack({ db }: Services, refunds: readonly ToAsk[]): Promise<void> {
  const ids = refunds.map(({ id }) => id);
  const times = refunds.map(({ askedBefore }) => askedBefore);
  await sql`update refunds r set asked_at = b.asked_at
    from unnest(${ids}::bigint[], ${times}::timestamptz[]) b (id, asked_at) where r.id = b.id`.execute(db);
}

/** Refunds not asked about for longest, now marked as asked: first after ten minutes, then after a sixth of their age. */
async function takeSome({ db, clock }: Services, provider: string): Promise<ToAsk[]> {
  const now = clock();
  const { rows } = await sql<Pick<ToAsk, "id" | "intentReference" | "askedBefore">>`
    with due as (
      select r.id, r.asked_at, i.reference from refunds r join payment_intents i on i.payment_id = r.payment_id
      where r.state in ('requested', 'pending') and i.provider = ${provider}
        and r.asked_at <= ${now}::timestamptz - interval '10 minutes'
        and r.asked_at <= ${now}::timestamptz - least(interval '6 hours', (${now}::timestamptz - r.made_at) / 6)
      order by r.asked_at, r.id limit ${atOnce} for update of r skip locked
    )
    update refunds r set asked_at = ${now} from due where r.id = due.id
    returning r.id, due.reference as "intentReference", due.asked_at as "askedBefore"`.execute(db);
  const refunds = await refundsWhere({ db }, sql`r.id = any(${rows.map(({ id }) => id)}::bigint[])`);
  return refunds
    .flatMap((refund) => {
      const row = rows.find(({ id }) => id === refund.id);
      return row === undefined ? [] : [{ ...row, ...refund }];
    })
    .sort((a, b) => a.askedBefore.getTime() - b.askedBefore.getTime() || a.id - b.id);
}
