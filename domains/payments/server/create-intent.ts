import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { findCharges } from "#domains/ledger/server/find-charge.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { inTransaction } from "#server/http/transaction.ts";
import { CardRefusal, ProviderAway } from "#server/integrations/card-provider.ts";
import { conflict } from "#shared/errors.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import { feeOf } from "../fee.ts";
import type { createPaymentIntent } from "../pay-contract.ts";
import { changeMethod } from "./change-method.ts";
import { type Intent, intentsWhere } from "./intents.ts";
import { type LeaseToPay, leaseToPay } from "./lease-to-pay.ts";

const notSetUp = "Online payment is not set up.";
const notNow =
  "Online payment does not answer at the moment. You can confirm a payment made otherwise, or try again later.";

/**
 * Begins a payment. The row is committed before the provider is called with the row's id, so that a lost response, a retry
 * or twenty clicks at once create one intent. Without a provider, or while it is away, the intent serves a manual
 * confirmation only.
 * @throws AppError not_found, invalid, conflict
 */
export async function createIntent(
  ctx: SignedInCtx,
  body: BodyOf<typeof createPaymentIntent>,
  requestKey: string | null,
): Promise<ResponseOf<typeof createPaymentIntent>> {
  const begun = await inTransaction(ctx.db, (db) => findOrBegin({ ...ctx, db }, body, requestKey));
  const intent = await readyToPay(ctx, begun);
  const operator = await ctx.db
    .selectFrom("organisation")
    .select(["street", "city", "state", "zip"])
    .executeTakeFirstOrThrow();
  return {
    clientSecret: intent.clientSecret ?? "",
    paymentIntentId: intent.reference ?? "",
    message: intent.provider === null ? (ctx.cards === null ? notSetUp : notNow) : "",
    provider: intent.provider,
    amountCents: intent.amountCents,
    feeCents: feeOf(intent.amountCents, "card", intent.feeBasisPoints),
    feeBasisPoints: intent.feeBasisPoints,
    billing: { email: ctx.actor.email, ...operator },
  };
}

/** The open intent with the same contents, or a new one. Calls of one person run one after the other. */
async function findOrBegin(
  ctx: SignedInCtx,
  body: BodyOf<typeof createPaymentIntent>,
  requestKey: string | null,
): Promise<Intent> {
  const userId = ctx.actor.id;
  const lease = await leaseToPay(ctx, body);
  const chargeIds = [...new Set(body.chargeIds ?? [])];
  await findCharges(ctx, lease, chargeIds, "chargeIds");
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([lease.leaseId, body.amount, body.description, chargeIds]))
    .digest("base64url");
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment intents of ${userId}`}, 0))`.execute(
    ctx.db,
  );
  if (requestKey !== null) {
    const [known] = await intentsWhere(ctx, sql`i.user_id = ${userId} and i.asked_with = ${requestKey}`);
    if (known !== undefined && known.fingerprint !== fingerprint)
      throw conflict("This request was already made with other contents. Please reload and try again.");
    if (known !== undefined) return known;
  }
  const provider = ctx.cards?.kind ?? null;
  const [open] = await intentsWhere(
    ctx,
    sql`i.user_id = ${userId} and i.fingerprint = ${fingerprint} and i.state = 'open'
      and i.provider is not distinct from ${provider} and i.asked_with is not distinct from ${requestKey}
      order by i.id desc limit 1`,
  );
  return open ?? begin(ctx, { body, lease, chargeIds, fingerprint, requestKey });
}

async function begin(
  ctx: SignedInCtx,
  facts: {
    body: BodyOf<typeof createPaymentIntent>;
    lease: LeaseToPay;
    chargeIds: number[];
    fingerprint: string;
    requestKey: string | null;
  },
): Promise<Intent> {
  const { body, lease, chargeIds, fingerprint, requestKey } = facts;
  const { id } = await ctx.db
    .insertInto("payment_intents")
    .values({
      property_id: lease.propertyId,
      lease_id: lease.leaseId,
      user_id: ctx.actor.id,
      provider: ctx.cards?.kind ?? null,
      asked_with: requestKey,
      fingerprint,
      amount_cents: body.amount,
      fee_basis_points: lease.feeBasisPoints,
      fee_cents: feeOf(body.amount, "card", lease.feeBasisPoints),
      description: body.description,
      charge_ids: chargeIds,
      created_at: ctx.now,
      changed_at: ctx.now,
      asked_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return one(await intentsWhere(ctx, sql`i.id = ${id}`));
}

/** Makes sure that the provider knows the intent, with the fee of a card, with which the payer's browser begins. */
async function readyToPay(ctx: SignedInCtx, intent: Intent): Promise<Intent> {
  if (intent.reference !== null)
    return intent.state === "open" && intent.method !== "card" ? changeMethod(ctx, intent, "card") : intent;
  const { cards } = ctx;
  if (cards === null || intent.provider !== cards.kind) return withoutProvider(ctx, intent);
  try {
    const reported = await cards.createIntent({
      intentId: intent.id,
      amountCents: intent.amountCents + intent.feeCents,
      description: intent.description,
      payerEmail: ctx.actor.email,
    });
    await sql`update payment_intents set reference = ${reported.reference}, client_secret = ${reported.clientSecret}
      where id = ${intent.id} and reference is null`.execute(ctx.db);
  } catch (error) {
    if (error instanceof CardRefusal) throw conflict(error.message);
    if (!(error instanceof ProviderAway)) throw error;
    ctx.log.warn({ err: error, provider: cards.kind }, "The card provider does not answer.");
    return withoutProvider(ctx, intent);
  }
  return one(await intentsWhere(ctx, sql`i.id = ${intent.id}`));
}

/** Removes the provider from an intent; of two concurrent requests either may have done so. */
async function withoutProvider(ctx: SignedInCtx, { id }: Intent): Promise<Intent> {
  const reference = `pi_local_${randomBytes(12).toString("hex")}`;
  const secret = `${reference}_secret_${randomBytes(24).toString("hex")}`;
  await sql`update payment_intents set provider = null, reference = ${reference}, client_secret = ${secret}
    where id = ${id} and reference is null`.execute(ctx.db);
  return one(await intentsWhere(ctx, sql`i.id = ${id}`));
}

function one(intents: readonly Intent[]): Intent {
  const [intent] = intents;
  if (intent === undefined) throw new Error("The intent does not exist.");
  return intent;
}
