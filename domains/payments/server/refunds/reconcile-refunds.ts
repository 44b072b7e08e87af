import { sql } from "kysely";
import type { Services } from "#server/http/context.ts";
import { ProviderUnavailableError } from "#server/integrations/cards/card-provider.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { applyRefund } from "./apply-refund.ts";
import { findRefunds, type Refund } from "./refunds.ts";
import { sendRefund } from "./send-refund.ts";

const batchSize = 100;
/** After this many failures in a row, the rest wait for the next run. */
const maxFailures = 3;

type RefundToCheck = Refund & { intentReference: string; lastCheckedAt: Date };

/**
 * Checks requested and pending refunds with the provider: those requested while it wasn't responding, and
 * those whose events never arrived.
 */
export async function reconcileRefunds(services: Services): Promise<void> {
  const { cards, log } = services;
  if (cards === null) return;
  let failures = 0;
  const dueRefunds = await takeDueRefunds(services, cards.kind);
  for (const [index, refund] of dueRefunds.entries())
    try {
      const reportedRefund =
        refund.reference === null
          ? await sendRefund(cards, refund)
          : await cards.readRefund(refund.reference);
      await runAsPortal(services, (ctx) => applyRefund(ctx, cards.kind, reportedRefund));
      failures = 0;
    } catch (error) {
      log.warn({ err: error, refund: refund.id }, "Couldn't check a refund with its provider.");
      if (error instanceof ProviderUnavailableError && ++failures >= maxFailures)
        return restoreCheckTimes(services, dueRefunds.slice(index + 1));
    }
}

/** Restores the last check time of refunds that were marked as checked but weren't. */
async function restoreCheckTimes({ db }: Services, refunds: readonly RefundToCheck[]): Promise<void> {
  const ids = refunds.map(({ id }) => id);
  const lastCheckTimes = refunds.map(({ lastCheckedAt }) => lastCheckedAt);
  await sql`update refunds r set checked_at = b.checked_at
    from unnest(${ids}::bigint[], ${lastCheckTimes}::timestamptz[]) b (id, checked_at) where r.id = b.id`.execute(
    db,
  );
}

/**
 * Returns the refunds checked longest ago and marks them as checked. The first check is after ten minutes,
 * later ones after a sixth of the refund's age.
 */
async function takeDueRefunds({ db, clock }: Services, provider: string): Promise<RefundToCheck[]> {
  const now = clock();
  const { rows } = await sql<Pick<RefundToCheck, "id" | "intentReference" | "lastCheckedAt">>`
    with due as (
      select r.id, r.checked_at, i.reference from refunds r join payment_intents i on i.payment_id = r.payment_id
      where r.state in ('requested', 'pending') and i.provider = ${provider}
        and r.checked_at <= ${now}::timestamptz - interval '10 minutes'
        and r.checked_at <= ${now}::timestamptz - least(interval '6 hours', (${now}::timestamptz - r.made_at) / 6)
      order by r.checked_at, r.id limit ${batchSize} for update of r skip locked
    )
    update refunds r set checked_at = ${now} from due where r.id = due.id
    returning r.id, due.reference as "intentReference", due.checked_at as "lastCheckedAt"`.execute(db);
  const refunds = await findRefunds({ db }, sql`r.id = any(${rows.map(({ id }) => id)}::bigint[])`);
  return refunds
    .flatMap((refund) => {
      const row = rows.find(({ id }) => id === refund.id);
      return row === undefined ? [] : [{ ...row, ...refund }];
    })
    .sort((a, b) => a.lastCheckedAt.getTime() - b.lastCheckedAt.getTime() || a.id - b.id);
}
