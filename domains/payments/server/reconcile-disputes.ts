import { sql } from "kysely";
import type { Services } from "#server/http/context.ts";
import { ProviderAway } from "#server/integrations/card-provider.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { decidedStates } from "../disputes.ts";
import { applyDispute } from "./apply-dispute.ts";

/** Few disputes are open at a time; of many, each has its turn. */
const atOnce = 20;

/** Asks the provider about undecided disputes, so that a lost one is recorded even if its event was lost. */
export async function reconcileDisputes(services: Services): Promise<void> {
  const { db, cards, log } = services;
  if (cards === null) return;
  const { rows } = await sql<{ reference: string }>`
    select d.reference from disputes d join payment_intents i on i.payment_id = d.payment_id
    where d.state <> all(${decidedStates}) and i.provider = ${cards.kind}
    order by random() limit ${atOnce}`.execute(db);
  for (const { reference } of rows)
    try {
      const reported = await cards.readDispute(reference);
      await asPortal(services, (ctx) => applyDispute(ctx, cards.kind, reported));
    } catch (error) {
      log.warn({ err: error, dispute: reference }, "A dispute could not be compared with its provider.");
      if (error instanceof ProviderAway) return;
    }
}
