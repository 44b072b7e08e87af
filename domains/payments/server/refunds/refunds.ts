import { type RawBuilder, sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import { type LockedAccount, lockAnyAccount } from "#domains/ledger/server/entries/lock-account.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import { decidedDisputeStates } from "../../disputes.ts";
import type { PaymentMethod } from "../../methods.ts";

/** A payment to refund, with the amounts already refunded or requested. */
export interface RefundablePayment {
  id: number;
  leaseId: number;
  propertyId: number;
  receiptNumber: number;
  method: PaymentMethod;
  amountCents: number;
  feeCents: number;
  isReversed: boolean;
  isDisputed: boolean;
  refunded: { amountCents: number; feeCents: number };
  /** The part that was paid out to the tenant as credit. */
  paidOutCents: number;
  payerId: number | null;
  /** Null for a manual payment. */
  provider: "stripe" | "sandbox" | null;
  /** The reference of its payment intent. */
  reference: string | null;
}

/**
 * Whether the payment has an undecided dispute. Until it's decided, the provider doesn't refund the payment.
 */
export const isDisputed = sql<boolean>`exists (
  select from disputes d where d.payment_id = p.entry_id and d.state <> all(${decidedDisputeStates}))`;

/** The amount refunded or requested, as an expression over `payments p`. */
const refundedOrRequestedCents = (
  column: "amount_cents" | "fee_cents",
  refundedColumn: "refunded_cents" | "fee_refunded_cents",
) =>
  sql`(${sql.ref(`p.${refundedColumn}`)} + (select coalesce(sum(${sql.ref(`r.${column}`)}), 0)
    from refunds r where r.payment_id = p.entry_id and r.state = 'requested'))`;

/** The part paid out as credit, as an expression over `payments p`. */
const paidOutCents = sql`(select coalesce(sum(a.amount_cents), 0)::bigint from allocations a
  join ledger_entries payout on payout.id = a.charge_id and payout.kind = 'credit-paid-out' where a.credit_id = p.entry_id)`;

/**
 * How much of the principal can still be refunded, as an expression over `payments p`. Zero for a returned
 * payment.
 */
export const refundableCents = sql<number>`(case when p.reversal_cause is not null then 0
  else p.amount_cents - ${refundedOrRequestedCents("amount_cents", "refunded_cents")} - ${paidOutCents} end)::bigint`;

async function findPayment(ctx: Ctx, condition: RawBuilder<unknown>): Promise<RefundablePayment | undefined> {
  const { rows } = await sql<RefundablePayment>`
    select p.entry_id as id, p.lease_id as "leaseId", p.property_id as "propertyId", p.receipt_number as "receiptNumber", p.method,
      p.amount_cents as "amountCents", p.fee_cents as "feeCents", p.reversal_cause is not null as "isReversed",
      ${isDisputed} as "isDisputed", json_build_object('amountCents', ${refundedOrRequestedCents("amount_cents", "refunded_cents")},
        'feeCents', ${refundedOrRequestedCents("fee_cents", "fee_refunded_cents")}) as refunded, ${paidOutCents} as "paidOutCents",
      p.payer_id as "payerId", i.provider, i.reference
    from payments p join leases l on l.id = p.lease_id
      left join payment_intents i on i.payment_id = p.entry_id and i.provider is not null
    where ${condition}`.execute(ctx.db);
  return rows[0];
}

/**
 * Locks the account of a payment the user can access and returns both.
 * @throws AppError not_found
 */
export async function lockPayment(
  ctx: SignedInCtx,
  id: number,
): Promise<{ payment: RefundablePayment; account: LockedAccount }> {
  const isAccessible = sql`p.entry_id = ${id} and ${moneyScope(ctx.actor.accessScope)}`;
  const match = await findPayment(ctx, isAccessible);
  if (match === undefined) throw notFound("payment");
  return lockFoundPayment(ctx, match, isAccessible);
}

/**
 * Locks the account of the payment that belongs to a provider's intent and returns both. Undefined if there
 * is no payment.
 */
export async function lockPaymentByReference(
  ctx: Ctx,
  { provider, reference }: { provider: string; reference: string },
): Promise<{ payment: RefundablePayment; account: LockedAccount } | undefined> {
  const matchesIntent = sql`i.provider = ${provider} and i.reference = ${reference}`;
  const match = await findPayment(ctx, matchesIntent);
  return match === undefined ? undefined : lockFoundPayment(ctx, match, matchesIntent);
}

async function lockFoundPayment(ctx: Ctx, { leaseId }: RefundablePayment, condition: RawBuilder<unknown>) {
  const account = await lockAnyAccount(ctx, leaseId);
  // Read after the lock is granted.
  const payment = await findPayment(ctx, condition);
  if (payment === undefined) throw notFound("payment");
  return { payment, account };
}

/** The reason for a refund caused by a lost dispute. */
export const disputeLostReason = "Dispute lost: the payer's bank reclaimed the payment";

/** A stored refund. */
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

/** Returns the refunds that match `condition` on `refunds r`. */
export async function findRefunds(ctx: Pick<Ctx, "db">, condition: RawBuilder<unknown>): Promise<Refund[]> {
  const { rows } = await sql<Refund>`
    select r.id, r.payment_id as "paymentId", r.amount_cents as "amountCents", r.fee_cents as "feeCents", r.reason, r.state,
      r.reference, r.entry_id as "entryId", r.problem
    from refunds r where ${condition}`.execute(ctx.db);
  return rows;
}

/** Stores a refund that isn't posted yet. */
export async function insertRefund(
  ctx: Ctx,
  payment: RefundablePayment,
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
      request_key: refund.requestKey ?? null,
      made_by_id: ctx.actor?.id ?? null,
      made_at: ctx.now,
      changed_at: ctx.now,
      checked_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const [storedRefund] = await findRefunds(ctx, sql`r.id = ${id}`);
  if (storedRefund === undefined) throw new Error("The stored refund does not exist.");
  return storedRefund;
}
