import { type RawBuilder, sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import { type LockedAccount, lockAnyAccount } from "#domains/ledger/server/lock-account.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import { decidedStates } from "../disputes.ts";
import type { PaymentMethod } from "../methods.ts";

/** A payment to be refunded, with what was already refunded or is about to be. */
export interface PaymentToRefund {
  id: number;
  leaseId: number;
  propertyId: number;
  receiptNumber: number;
  method: PaymentMethod;
  amountCents: number;
  feeCents: number;
  isReversed: boolean;
  isContested: boolean;
  given: { amountCents: number; feeCents: number };
  payerId: number | null;
  /** Null for money that was received by hand. */
  provider: "stripe" | "sandbox" | null;
  /** The reference of its intent. */
  reference: string | null;
}

/** Whether it has an undecided dispute; the provider refunds nothing meanwhile. */
export const isContested = sql<boolean>`exists (
  select from disputes d where d.payment_id = p.entry_id and d.state <> all(${decidedStates}))`;

/** How much was refunded or is about to be, as an expression over `payments p`. */
const given = (column: "amount_cents" | "fee_cents", refunded: "refunded_cents" | "fee_refunded_cents") =>
  sql`(${sql.ref(`p.${refunded}`)} + (select coalesce(sum(${sql.ref(`r.${column}`)}), 0)
    from refunds r where r.payment_id = p.entry_id and r.state = 'requested'))`;

/** How much of the principal may still be refunded, as an expression over `payments p`; none of a returned payment. */
export const leftToRefund = sql<number>`(case when p.is_reversed then 0
  else p.amount_cents - ${given("amount_cents", "refunded_cents")} end)::bigint`;

async function paymentWhere(ctx: Ctx, condition: RawBuilder<unknown>): Promise<PaymentToRefund | undefined> {
  const { rows } = await sql<PaymentToRefund>`
    select p.entry_id as id, p.lease_id as "leaseId", p.property_id as "propertyId", p.receipt_number as "receiptNumber", p.method,
      p.amount_cents as "amountCents", p.fee_cents as "feeCents", p.is_reversed as "isReversed",
      ${isContested} as "isContested", json_build_object('amountCents', ${given("amount_cents", "refunded_cents")},
        'feeCents', ${given("fee_cents", "fee_refunded_cents")}) as given,
      p.payer_id as "payerId", i.provider, i.reference
    from payments p join leases l on l.id = p.lease_id
      left join payment_intents i on i.payment_id = p.entry_id and i.provider is not null
    where ${condition}`.execute(ctx.db);
  return rows[0];
}

/** A payment within the access scope, with its account locked. @throws AppError not_found */
export async function lockPayment(
  ctx: SignedInCtx,
  id: number,
): Promise<{ payment: PaymentToRefund; account: LockedAccount }> {
  const within = sql`p.entry_id = ${id} and ${moneyScope(ctx.actor.accessScope)}`;
  const found = await paymentWhere(ctx, within);
  if (found === undefined) throw notFound("payment");
  return lockFound(ctx, found, within);
}

/** The payment of an intent of the provider, with its account locked; undefined when there is none. */
export async function lockPaymentOf(
  ctx: Ctx,
  { provider, reference }: { provider: string; reference: string },
): Promise<{ payment: PaymentToRefund; account: LockedAccount } | undefined> {
  const itsOwn = sql`i.provider = ${provider} and i.reference = ${reference}`;
  const found = await paymentWhere(ctx, itsOwn);
  return found === undefined ? undefined : lockFound(ctx, found, itsOwn);
}

async function lockFound(ctx: Ctx, { leaseId }: PaymentToRefund, condition: RawBuilder<unknown>) {
  const account = await lockAnyAccount(ctx, leaseId);
  // Read after the lock is granted.
  const payment = await paymentWhere(ctx, condition);
  if (payment === undefined) throw notFound("payment");
  return { payment, account };
}

/** The reason of a refund that nobody requested. */
export const lostToADispute = "Lost to a dispute: the payer's bank took it back";

/** A refund as it is stored. */
export interface Refund {
  id: number;
  paymentId: number;
  amountCents: number;
  feeCents: number;
  reason: string;
  state: "requested" | "pending" | "done" | "failed";
  reference: string | null;
  entryId: number | null;
  /** Why it failed. */
  problem: string;
}

/** The refunds that fulfil `condition` on `refunds r`. */
export async function refundsWhere(ctx: Pick<Ctx, "db">, condition: RawBuilder<unknown>): Promise<Refund[]> {
  const { rows } = await sql<Refund>`
    select r.id, r.payment_id as "paymentId", r.amount_cents as "amountCents", r.fee_cents as "feeCents", r.reason, r.state,
      r.reference, r.entry_id as "entryId", r.problem
    from refunds r where ${condition}`.execute(ctx.db);
  return rows;
}

/** Stores a refund that is not entered yet. */
export async function keepRefund(
  ctx: Ctx,
  payment: PaymentToRefund,
  refund: {
    amountCents: number;
    feeCents: number;
    reason: string;
    reference?: string | null;
    requestKey?: string | null;
  },
): Promise<Refund> {
  const { id } = await ctx.db
    .insertInto("refunds")
    .values({
      property_id: payment.propertyId,
      lease_id: payment.leaseId,
      payment_id: payment.id,
      amount_cents: refund.amountCents,
      fee_cents: refund.feeCents,
      reason: refund.reason,
      state: "requested",
      reference: refund.reference ?? null,
      asked_with: refund.requestKey ?? null,
      made_by_id: ctx.actor?.id ?? null,
      made_at: ctx.now,
      changed_at: ctx.now,
      asked_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const [kept] = await refundsWhere(ctx, sql`r.id = ${id}`);
  if (kept === undefined) throw new Error("The stored refund does not exist.");
  return kept;
}
