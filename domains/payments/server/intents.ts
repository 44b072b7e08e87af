import { type RawBuilder, sql } from "kysely";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { type CardProvider, ProviderAway } from "#server/integrations/card-provider.ts";
import { notFound } from "#shared/errors.ts";
import { intentScope } from "./access.ts";

/** A payment intent as it is stored. */
export interface Intent {
  id: number;
  propertyId: number;
  leaseId: number;
  userId: number;
  provider: "stripe" | "sandbox" | null;
  reference: string | null;
  clientSecret: string | null;
  fingerprint: string;
  amountCents: number;
  feeCents: number;
  feeBasisPoints: number;
  method: string;
  description: string;
  chargeIds: number[];
  state: "open" | "processing" | "succeeded" | "canceled";
  paymentId: number | null;
}

/** The intents that fulfil `condition` on `payment_intents i`. */
export async function intentsWhere(ctx: Ctx, condition: RawBuilder<unknown>): Promise<Intent[]> {
  const { rows } = await sql<Intent>`
    select i.id, i.property_id as "propertyId", i.lease_id as "leaseId", i.user_id as "userId", i.provider, i.reference,
      i.client_secret as "clientSecret", i.fingerprint, i.amount_cents as "amountCents", i.fee_cents as "feeCents",
      i.fee_basis_points as "feeBasisPoints", i.method, i.description, to_json(i.charge_ids) as "chargeIds", i.state,
      i.payment_id as "paymentId"
    from payment_intents i where ${condition}`.execute(ctx.db);
  return rows;
}

/** The user's own intent. @throws AppError not_found when it is missing or somebody else's */
export async function ownIntent(ctx: SignedInCtx, reference: string): Promise<Intent> {
  const [intent] = await intentsWhere(
    ctx,
    sql`i.reference = ${reference} and exists (
      select from leases l where l.id = i.lease_id and ${intentScope(ctx.actor.accessScope)})`,
  );
  if (intent === undefined) throw notFound("payment");
  return intent;
}

/** The provider of the intent. @throws ProviderAway when a different one is set up now */
export function providerOf({ cards }: Pick<Ctx, "cards">, intent: Intent): CardProvider {
  if (cards === null || cards.kind !== intent.provider)
    throw new ProviderAway("The provider of this payment is not set up any more.");
  return cards;
}
