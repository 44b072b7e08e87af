import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { type Cents, negated, toCents } from "#shared/format/money.ts";
import type { Account } from "../accounts.ts";
import { entryDay, type LockedAccount } from "./lock-account.ts";
import { type Allocation, settleOpen, writeAllocations } from "./settle.ts";
import { writeOne } from "./write-entry.ts";

interface NewRefund {
  paymentId: number;
  /** The part of the principal. */
  amountCents: Cents;
  /** The part of the card fee that is refunded with it. */
  feeCents: Cents;
  from: Extract<Account, "bank" | "clearing">;
  description: string;
  reason: string;
}

/**
 * Refunds a part of a payment: its unused credit goes first, then the charges it settled are reopened, newest first. The
 * refund is settled by the payment itself. The account is locked by the caller, who has checked that this much of the
 * payment is left. Returns the id of the entry.
 */
export async function writeRefund(
  ctx: Ctx,
  account: LockedAccount,
  { paymentId, amountCents, feeCents, from, description, reason }: NewRefund,
): Promise<number> {
  const onDay = entryDay(account, undefined);
  const id = await writeOne(
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
        { account: from, amountCents: negated(amountCents + feeCents) },
      ],
      owed: { dueOn: onDay, countsAs: "collected", chargeKind: null },
    },
    {
      action: "payment.given-back",
      payment: paymentId,
      amountCents,
      ...(feeCents === 0 ? {} : { feeCents }),
    },
  );
  const { leaseId, propertyId } = account;
  const of = (chargeId: number, cents: number): Allocation => ({
    leaseId,
    propertyId,
    creditId: paymentId,
    chargeId,
    amountCents: toCents(cents),
  });
  const { left, settled } = await usesOf(ctx, paymentId);
  const takenBack: Allocation[] = [];
  let missing = amountCents - left;
  for (const { chargeId, amount } of settled) {
    if (missing <= 0) break;
    const back = Math.min(missing, amount);
    missing -= back;
    takenBack.push(of(chargeId, -back));
  }
  await writeAllocations(ctx, takenBack, { reason, onDay });
  await writeAllocations(ctx, [of(id, amountCents)], { reason, onDay });
  await settleOpen(ctx, [leaseId], { onDay });
  return id;
}

/** How much of a payment is unused credit, and the charges it settled, newest first. */
async function usesOf(
  ctx: Ctx,
  paymentId: number,
): Promise<{ left: number; settled: { chargeId: number; amount: number }[] }> {
  const { rows } = await sql<{ left: number; settled: { chargeId: number; amount: number }[] }>`
    select (-r.open_cents)::bigint as left,
      (select coalesce(json_agg(json_build_object('chargeId', s.charge_id, 'amount', s.amount)
          order by charge.due_on desc, charge.entry_id desc), '[]')
        from (select charge_id, sum(amount_cents) as amount from allocations where credit_id = r.entry_id
          group by charge_id having sum(amount_cents) > 0) s
        join receivables charge on charge.entry_id = s.charge_id
        join ledger_entries e on e.id = s.charge_id and e.kind not in ('refund', 'reversal')) as settled
    from receivables r where r.entry_id = ${paymentId}`.execute(ctx.db);
  return rows[0] ?? { left: 0, settled: [] };
}
