import { sql } from "kysely";
import { applyCreditFirst } from "#domains/ledger/server/entries/apply-credit-first.ts";
import { applyCredits } from "#domains/ledger/server/entries/apply-credits.ts";
import { findOpenCharge } from "#domains/ledger/server/entries/find-charge.ts";
import { lockAnyAccount } from "#domains/ledger/server/entries/lock-account.ts";
import { writeEntry } from "#domains/ledger/server/entries/write-entry.ts";
import { findEntry, writeReversal } from "#domains/ledger/server/entries/write-reversal.ts";
import { postLateFees } from "#domains/ledger/server/posting/late-fees.ts";
import { takePayment } from "#domains/payments/server/take-payment.ts";
import type { Ctx } from "#server/http/context.ts";
import { addDays, type Day } from "#shared/calendar.ts";
import { toCents } from "#shared/format/money.ts";

/** The lease with overdue rent: Emerald Dental Studio. */
export const leaseInArrears = 6;

async function payByCheck(ctx: Ctx, onDay: Day, reference: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select sum(open_cents)::bigint as cents from receivables
    where lease_id = ${leaseInArrears} and due_on <= ${onDay}::date and charge_kind <> 'late-fee'`.execute(
    ctx.db,
  );
  return takePayment(ctx, await lockAnyAccount(ctx, leaseInArrears), {
    amountCents: toCents(rows[0]?.cents ?? 0),
    method: "check",
    reference,
    onDay,
    paidAt: new Date(`${onDay}T20:00:00Z`),
    payerId: null,
    into: "bank",
  });
}

/** Records the first late payment, nine days after the due date. The late fee is charged and waived. */
export async function waiveFirstLateFee(at: (day: Day) => Ctx, due: Day): Promise<void> {
  await payByCheck(at(addDays(due, 9)), addDays(due, 9), "No. 2231");
  const onDay = addDays(due, 12);
  const ctx = at(onDay);
  const account = await lockAnyAccount(ctx, leaseInArrears);
  const { rows } = await sql<{ id: number }>`
    select entry_id as id from receivables where lease_id = ${leaseInArrears} and late_fee_for = ${due}::date`.execute(
    ctx.db,
  );
  const fee = await findOpenCharge(ctx, account, rows[0]?.id ?? 0);
  const amountCents = toCents(fee.openCents);
  const id = await writeEntry(
    ctx,
    account,
    {
      kind: "waiver",
      onDay,
      description: `Waived: ${fee.description}`,
      reason: "First late payment in a year; the office manager was in the hospital.",
      debit: "income-late-fee",
      credit: "receivable",
      amountCents,
      receivable: { dueOn: onDay, countsAs: "credited", chargeKind: "late-fee" },
    },
    "ledger.charge-waived",
  );
  await applyCreditFirst(ctx, account, { id, amountCents, onDay }, [fee]);
}

/** Records an on-time payment by check. */
export const payOnTime = (at: (day: Day) => Ctx, due: Day): Promise<number> =>
  payByCheck(at(addDays(due, 4)), addDays(due, 4), "No. 2237");

/** Reverses the payment a week later because the bank returned the check. A late fee is charged. */
export async function returnCheck(
  at: (day: Day) => Ctx,
  { due, paymentId }: { due: Day; paymentId: number },
): Promise<void> {
  const onDay = addDays(due, 11);
  const ctx = at(onDay);
  const account = await lockAnyAccount(ctx, leaseInArrears);
  await writeReversal(ctx, account, await findEntry(ctx, leaseInArrears, paymentId), {
    onDay,
    reason: "Check returned by the bank: insufficient funds.",
    cause: "returned",
  });
  await applyCredits(ctx, [leaseInArrears]);
  await postLateFees(ctx, [leaseInArrears]);
}
