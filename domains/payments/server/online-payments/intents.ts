import { type RawBuilder, sql } from "kysely";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { type CardProvider, ProviderUnavailableError } from "#server/integrations/cards/card-provider.ts";
import { notFound } from "#shared/errors.ts";
import { intentScope } from "../access.ts";

/** A stored payment intent. */
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

/** Returns the intents that match `condition` on `payment_intents i`. */
export async function findIntents(ctx: Ctx, condition: RawBuilder<unknown>): Promise<Intent[]> {
  const { rows } = await sql<Intent>`
    select i.id, i.property_id as "propertyId", i.lease_id as "leaseId", i.user_id as "userId", i.provider, i.reference,
      i.client_secret as "clientSecret", i.fingerprint, i.amount_cents as "amountCents", i.fee_cents as "feeCents",
      i.fee_basis_points as "feeBasisPoints", i.method, i.description, to_json(i.charge_ids) as "chargeIds", i.state,
      i.payment_id as "paymentId"
    from payment_intents i where ${condition}`.execute(ctx.db);
  return rows;
}

/**
 * Returns the user's own intent.
 * @throws AppError not_found if it doesn't exist or belongs to someone else
 */
export async function getMyIntent(ctx: SignedInCtx, reference: string): Promise<Intent> {
  const [intent] = await findIntents(
    ctx,
    sql`i.reference = ${reference} and exists (
      select from leases l where l.id = i.lease_id and ${intentScope(ctx.actor.accessScope)})`,
  );
  if (intent === undefined) throw notFound("payment");
  return intent;
}

/**
 * Returns the intent's provider.
 * @throws ProviderUnavailableError if a different provider is configured now
 */
export function requireProvider({ cards }: Pick<Ctx, "cards">, intent: Intent): CardProvider {
  if (cards === null || cards.kind !== intent.provider)
    throw new ProviderUnavailableError("The provider for this payment is no longer connected.");
  return cards;
}
