import { sql } from "kysely";
import { assertReversible } from "#domains/ledger/server/corrections/reverse-entry.ts";
import { applyCredits } from "#domains/ledger/server/entries/apply-credits.ts";
import { addNote, toOpenDay } from "#domains/ledger/server/entries/closed-months.ts";
import { assertAccountDay, lockTwoAccounts } from "#domains/ledger/server/entries/lock-account.ts";
import { findEntry, writeReversal } from "#domains/ledger/server/entries/write-reversal.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { movePayment as movePaymentEndpoint } from "../staff-contract.ts";
import { getPayment } from "./history/list-payments.ts";
import { findSamePayments } from "./manual-payments/find-same-payments.ts";
import { takePayment } from "./take-payment.ts";

/**
 * Moves a payment that was entered on the wrong lease. Reverses it on its date, or on the first open day if
 * that month is closed. Then records it on the other lease like a new payment, with a receipt and
 * notifications. The payer's report and the line of a bank file stay linked. Returns the id of the new payment.
 * @throws AppError not_found; invalid for the same lease or a date before its account starts; conflict for a
 * payment that can't be reversed, or that is already recorded or reported on the other lease
 */
export async function movePayment(
  ctx: SignedInCtx,
  id: number,
  { leaseId, reason }: BodyOf<typeof movePaymentEndpoint>,
): Promise<number> {
  const { leaseId: fromLeaseId } = await getPayment(ctx, id);
  if (leaseId === fromLeaseId) throw invalid({ leaseId: "The payment is already on this lease." });
  const [from, to] = await lockTwoAccounts(ctx, fromLeaseId, leaseId);
  const entry = await findEntry(ctx, fromLeaseId, id);
  assertReversible(ctx, entry);
  const payment = await readPayment(ctx, id);
  assertAccountDay(to, payment.paidOn, "leaseId");
  await assertNotRecorded(ctx, leaseId, payment);
  const { onDay, note } = toOpenDay(from.closed?.through, payment.paidOn);
  await writeReversal(ctx, from, entry, { onDay, reason: addNote(reason, note), cause: "moved" });
  await applyCredits(ctx, [fromLeaseId], { onDay });
  const newId = await takePayment(ctx, to, {
    ...payment,
    bankDepositId: payment.bankDepositId ?? undefined,
    amountCents: toCents(payment.amountCents),
    feeCents: toCents(payment.feeCents),
    onDay: payment.paidOn,
    note: reason,
    into: "bank",
  });
  await moveSources(ctx, { from: id, to: newId });
  await audit(ctx, {
    action: "payment.moved",
    subjectType: "lease",
    subjectId: leaseId,
    propertyId: to.propertyId,
    details: {
      payment: id,
      newPayment: newId,
      fromLease: fromLeaseId,
      amountCents: payment.amountCents,
      reason,
    },
  });
  return newId;
}

/** Links the payer's report and the line of a bank file to the new payment, so that neither is recorded again. */
async function moveSources({ db }: SignedInCtx, { from, to }: { from: number; to: number }): Promise<void> {
  await sql`update payment_confirmations set payment_id = ${to} where payment_id = ${from}`.execute(db);
  await sql`update bank_lines set payment_id = ${to} where payment_id = ${from}`.execute(db);
}

async function assertNotRecorded(
  ctx: SignedInCtx,
  leaseId: number,
  { method, amountCents, reference, paidOn }: MovedPayment,
): Promise<void> {
  const payment = { leaseId, method, amountCents: toCents(amountCents), reference, onDay: paidOn };
  const [message] = (
    await findSamePayments(ctx, [payment], {
      reported: "Approve the report, and reverse this payment instead of moving it.",
      recorded:
        "Reverse this payment instead of moving it. If it's a different one, record it with another reference.",
    })
  ).values();
  if (message !== undefined) throw conflict(message);
}

type MovedPayment = Pick<
  Parameters<typeof takePayment>[2],
  "method" | "paidAt" | "reference" | "brand" | "lastFour" | "payerId"
> & {
  bankDepositId: number | null;
  amountCents: number;
  feeCents: number;
  paidOn: Day;
  description?: string;
};

/** Reads the payment after its lease is locked. Omits the default description, which is generated again. */
async function readPayment({ db }: SignedInCtx, id: number): Promise<MovedPayment> {
  const { rows } = await sql<Omit<MovedPayment, "description"> & { description: string; isDefault: boolean }>`
    select p.method, p.paid_at as "paidAt", p.reference, p.brand, p.last_four as "lastFour", p.payer_id as "payerId", p.amount_cents as "amountCents",
      p.fee_cents as "feeCents", p.bank_deposit_id as "bankDepositId", p.paid_on as "paidOn", p.description, p.description = e.description as "isDefault"
    from payments p join ledger_entries e on e.id = p.entry_id where p.entry_id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The payment does not exist.");
  const { isDefault, description, ...payment } = row;
  return isDefault ? payment : { ...payment, description };
}
