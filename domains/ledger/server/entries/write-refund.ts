import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { type Cents, negate, toCents } from "#shared/format/money.ts";
import type { Account } from "../../accounts.ts";
import { type Allocation, applyCredits, writeAllocations } from "./apply-credits.ts";
import { type LockedAccount, resolveEntryDay } from "./lock-account.ts";
import { writeSingleEntry } from "./write-entry.ts";

interface NewRefund {
  paymentId: number;
  /** The refunded principal. */
  amountCents: Cents;
  /** The refunded part of the card fee. */
  feeCents: Cents;
  from: Extract<Account, "bank" | "clearing">;
  description: string;
  reason: string;
}

interface CreditUses {
  unappliedCents: number;
  allocations: { chargeId: number; amountCents: number }[];
}

/**
 * Refunds part of a payment. Its unapplied credit is refunded first, then the charges it paid become unpaid
 * again, newest first. The payment is applied to its refund. The caller must lock the account and check that
 * this much of the payment is left. Returns the id of the entry.
 */
export async function writeRefund(
  ctx: Ctx,
  account: LockedAccount,
  { paymentId, amountCents, feeCents, from, description, reason }: NewRefund,
): Promise<number> {
  const onDay = resolveEntryDay(account, undefined);
  const id = await writeSingleEntry(
    ctx,
    account,
    {
      kind: "refund",
      onDay,
      description,
      reason,
      postings: [
        { account: "receivable", amountCents },
        ...(feeCents === 0 ? [] : [{ account: "income-card-fee" as const, amountCents: feeCents }]),
        { account: from, amountCents: negate(amountCents + feeCents) },
      ],
      receivable: { dueOn: onDay, countsAs: "collected", chargeKind: null },
    },
    {
      action: "payment.refunded",
      payment: paymentId,
      amountCents,
      ...(feeCents === 0 ? {} : { feeCents }),
    },
  );
  const { leaseId, propertyId } = account;
  const toAllocation = (chargeId: number, cents: number): Allocation => ({
    leaseId,
    propertyId,
    creditId: paymentId,
    chargeId,
    amountCents: toCents(cents),
  });
  const { unappliedCents, allocations } = await findCreditUses(ctx, paymentId);
  const undoneAllocations: Allocation[] = [];
  let remainingCents = amountCents - unappliedCents;
  for (const { chargeId, amountCents: allocatedCents } of allocations) {
    if (remainingCents <= 0) break;
    const undoneCents = Math.min(remainingCents, allocatedCents);
    remainingCents -= undoneCents;
    undoneAllocations.push(toAllocation(chargeId, -undoneCents));
  }
  await writeAllocations(ctx, undoneAllocations, { reason, onDay });
  await writeAllocations(ctx, [toAllocation(id, amountCents)], { reason, onDay });
  await applyCredits(ctx, [leaseId], { onDay });
  return id;
}

/**
 * Returns the unapplied credit of a payment and the charges it paid, newest first. Credit that was paid out
 * comes last. Only a refund reported by the provider can use it, and then it becomes due.
 */
async function findCreditUses(ctx: Ctx, paymentId: number): Promise<CreditUses> {
  const { rows } = await sql<CreditUses>`
    select (-r.open_cents)::bigint as "unappliedCents",
      (select coalesce(json_agg(json_build_object('chargeId', s.charge_id, 'amountCents', s.amount)
          order by e.kind = 'credit-paid-out', charge.due_on desc, charge.entry_id desc), '[]')
        from (select charge_id, sum(amount_cents) as amount from allocations where credit_id = r.entry_id
          group by charge_id having sum(amount_cents) > 0) s
        join receivables charge on charge.entry_id = s.charge_id
        join ledger_entries e on e.id = s.charge_id and e.kind not in ('refund', 'reversal')) as allocations
    from receivables r where r.entry_id = ${paymentId}`.execute(ctx.db);
  return rows[0] ?? { unappliedCents: 0, allocations: [] };
}
