import { sql } from "kysely";
import type { Services } from "#server/http/context.ts";
import { ProviderUnavailableError } from "#server/integrations/cards/card-provider.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { decidedDisputeStates } from "../../disputes.ts";
import { applyDispute } from "./apply-dispute.ts";

/** Few disputes are open at a time. If there are more, a random sample gives each its turn. */
const batchSize = 20;

/**
 * Checks undecided disputes with the provider, so a lost dispute is recorded even if its event never arrived.
 */
export async function reconcileDisputes(services: Services): Promise<void> {
  const { db, cards, log } = services;
  if (cards === null) return;
  const { rows } = await sql<{ reference: string }>`
    select d.reference from disputes d join payment_intents i on i.payment_id = d.payment_id
    where d.state <> all(${decidedDisputeStates}) and i.provider = ${cards.kind}
    order by random() limit ${batchSize}`.execute(db);
  for (const { reference } of rows)
    try {
      const providerDispute = await cards.readDispute(reference);
      await runAsPortal(services, (ctx) => applyDispute(ctx, cards.kind, providerDispute));
    } catch (error) {
      log.warn({ err: error, dispute: reference }, "Couldn't check a dispute with its provider.");
      if (error instanceof ProviderUnavailableError) return;
    }
}
