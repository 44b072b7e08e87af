import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { findCharges } from "#domains/ledger/server/entries/find-charge.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { CardError, ProviderUnavailableError } from "#server/integrations/cards/card-provider.ts";
import { conflict } from "#shared/errors.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import { calculateFee } from "../../fee.ts";
import type { createPaymentIntent } from "../../pay-contract.ts";
import { findLeaseToPay, type LeaseToPay } from "../lease-to-pay.ts";
import { changeMethod } from "./change-method.ts";
import { findIntents, type Intent } from "./intents.ts";

const notSetUpMessage = "Online payment isn't set up.";
const unavailableMessage =
  "Online payment isn't available right now. You can report a payment you made another way, or try again later.";

/**
 * Starts a payment. The row is committed before the provider is called with the row's id, so a lost response,
 * a retry, or twenty simultaneous clicks create one intent. Without a provider, or if it doesn't respond, the
 * intent only serves a manual confirmation.
 * @throws AppError not_found, invalid, conflict
 */
export async function createIntent(
  ctx: SignedInCtx,
  body: BodyOf<typeof createPaymentIntent>,
  requestKey: string | null,
): Promise<ResponseOf<typeof createPaymentIntent>> {
  const storedIntent = await inTransaction(ctx.db, (db) =>
    findOrCreateIntent({ ...ctx, db }, body, requestKey),
  );
  const intent = await ensureProviderIntent(ctx, storedIntent);
  const operator = await ctx.db
    .selectFrom("organization")
    .select(["street", "city", "state", "zip"])
    .executeTakeFirstOrThrow();
  return {
    clientSecret: intent.clientSecret ?? "",
    paymentIntentId: intent.reference ?? "",
    message: intent.provider === null ? (ctx.cards === null ? notSetUpMessage : unavailableMessage) : "",
    provider: intent.provider,
    amountCents: intent.amountCents,
    feeCents: calculateFee(intent.amountCents, "card", intent.feeBasisPoints),
    feeBasisPoints: intent.feeBasisPoints,
    billing: { email: ctx.actor.email, ...operator },
  };
}

/**
 * Returns the open intent with the same contents, or creates one. Calls by the same person run one after the
 * other.
 */
async function findOrCreateIntent(
  ctx: SignedInCtx,
  body: BodyOf<typeof createPaymentIntent>,
  requestKey: string | null,
): Promise<Intent> {
  const userId = ctx.actor.id;
  const lease = await findLeaseToPay(ctx, body);
  const chargeIds = [...new Set(body.chargeIds ?? [])];
  await findCharges(ctx, lease, chargeIds, "chargeIds");
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([lease.leaseId, body.amount, body.description, chargeIds]))
    .digest("base64url");
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment intents of ${userId}`}, 0))`.execute(
    ctx.db,
  );
  if (requestKey !== null) {
    const [existingIntent] = await findIntents(
      ctx,
      sql`i.user_id = ${userId} and i.request_key = ${requestKey}`,
    );
    if (existingIntent !== undefined && existingIntent.fingerprint !== fingerprint)
      throw conflict(
        "This request was already submitted with different details. Reload the page and try again.",
      );
    if (existingIntent !== undefined) return existingIntent;
  }
  const provider = ctx.cards?.kind ?? null;
  const [openIntent] = await findIntents(
    ctx,
    sql`i.user_id = ${userId} and i.fingerprint = ${fingerprint} and i.state = 'open'
      and i.provider is not distinct from ${provider} and i.request_key is not distinct from ${requestKey}
      order by i.id desc limit 1`,
  );
  return openIntent ?? insertIntent(ctx, { body, lease, chargeIds, fingerprint, requestKey });
}

async function insertIntent(
  ctx: SignedInCtx,
  input: {
    body: BodyOf<typeof createPaymentIntent>;
    lease: LeaseToPay;
    chargeIds: number[];
    fingerprint: string;
    requestKey: string | null;
  },
): Promise<Intent> {
  const { body, lease, chargeIds, fingerprint, requestKey } = input;
  const { id } = await ctx.db
    .insertInto("payment_intents")
    .values({
      property_id: lease.propertyId,
      lease_id: lease.leaseId,
      user_id: ctx.actor.id,
      provider: ctx.cards?.kind ?? null,
      request_key: requestKey,
      fingerprint,
      amount_cents: body.amount,
      fee_basis_points: lease.feeBasisPoints,
      fee_cents: calculateFee(body.amount, "card", lease.feeBasisPoints),
      description: body.description,
      charge_ids: chargeIds,
      created_at: ctx.now,
      changed_at: ctx.now,
      checked_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return requireIntent(await findIntents(ctx, sql`i.id = ${id}`));
}

/**
 * Makes sure that the provider knows the intent, with the card fee, because the payer's browser starts with a
 * card.
 */
async function ensureProviderIntent(ctx: SignedInCtx, intent: Intent): Promise<Intent> {
  if (intent.reference !== null)
    return intent.state === "open" && intent.method !== "card" ? changeMethod(ctx, intent, "card") : intent;
  const { cards } = ctx;
  if (cards === null || intent.provider !== cards.kind) return detachProvider(ctx, intent);
  try {
    const providerIntent = await cards.createIntent({
      intentId: intent.id,
      amountCents: intent.amountCents + intent.feeCents,
      description: intent.description,
      payerEmail: ctx.actor.email,
    });
    await sql`update payment_intents set reference = ${providerIntent.reference}, client_secret = ${providerIntent.clientSecret}
      where id = ${intent.id} and reference is null`.execute(ctx.db);
  } catch (error) {
    if (error instanceof CardError) throw conflict(error.message);
    if (!(error instanceof ProviderUnavailableError)) throw error;
    ctx.log.warn({ err: error, provider: cards.kind }, "The card provider isn't responding.");
    return detachProvider(ctx, intent);
  }
  return requireIntent(await findIntents(ctx, sql`i.id = ${intent.id}`));
}

/** Removes the provider from an intent. If two requests do so at the same time, the first one wins. */
async function detachProvider(ctx: SignedInCtx, { id }: Intent): Promise<Intent> {
  const reference = `pi_local_${randomBytes(12).toString("hex")}`;
  const secret = `${reference}_secret_${randomBytes(24).toString("hex")}`;
  await sql`update payment_intents set provider = null, reference = ${reference}, client_secret = ${secret}
    where id = ${id} and reference is null`.execute(ctx.db);
  return requireIntent(await findIntents(ctx, sql`i.id = ${id}`));
}

function requireIntent(intents: readonly Intent[]): Intent {
  const [intent] = intents;
  if (intent === undefined) throw new Error("The intent does not exist.");
  return intent;
}
