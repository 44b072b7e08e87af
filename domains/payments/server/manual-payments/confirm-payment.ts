import { sql } from "kysely";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { foldText } from "#shared/fold-text.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { Confirmation, confirmPayment as confirmPaymentEndpoint } from "../../confirmations-contract.ts";
import { findLeaseToPay } from "../lease-to-pay.ts";
import { notifyManagers } from "../notify-managers.ts";
import { getConfirmation } from "./confirmations.ts";
import { findPaymentOfReport } from "./find-same-payments.ts";

type ConfirmPaymentBody = BodyOf<typeof confirmPaymentEndpoint>;

/**
 * Records a payer's report of a payment made outside the portal. The balance doesn't change before review.
 * Repeating the call returns the same confirmation. A reference that belongs to another person's transfer is
 * rejected (requirements, "Manual confirmation").
 * @throws AppError invalid, conflict, not_found
 */
export async function confirmPayment(ctx: SignedInCtx, body: ConfirmPaymentBody): Promise<Confirmation> {
  const { amount, method, transactionId: reference, paymentDate } = body;
  const userId = ctx.actor.id;
  const { leaseId, propertyId } = await findLeaseToPay(ctx, body);
  await assertNotInFuture(ctx, propertyId, paymentDate);
  const sameId = await findSameConfirmation(ctx, leaseId, body);
  if (sameId !== undefined) return getConfirmation(ctx, sameId);
  await assertNotRecorded(ctx, { leaseId, method, amountCents: amount, reference, onDay: paymentDate });
  const id = await insertConfirmation(ctx, { leaseId, propertyId }, body);
  await audit(ctx, {
    action: "payment.confirmation-sent",
    subjectType: "lease",
    subjectId: leaseId,
    propertyId,
    details: { amountCents: amount, method, reference, day: paymentDate },
  });
  const confirmation = await getConfirmation(ctx, id);
  await notifyManagers(
    ctx,
    {
      kind: "payment.to-review",
      details: {
        payer: confirmation.user.fullName,
        company: confirmation.company,
        cents: amount,
        method,
      },
      link: "/payments",
      propertyId,
    },
    userId,
  );
  publishLeaseChange(ctx, { id: leaseId, property_id: propertyId });
  return confirmation;
}

async function assertNotRecorded(
  ctx: SignedInCtx,
  report: Parameters<typeof findPaymentOfReport>[1],
): Promise<void> {
  const same = await findPaymentOfReport(ctx, report);
  if (same !== undefined)
    throw conflict(
      `This payment has already been recorded, with receipt ${same.receiptNumber}. You don't need to report it.`,
    );
}

/**
 * Returns the id of the user's earlier confirmation with the same contents. Locks the reference until the
 * transaction ends, so that repeated calls find each other.
 * @throws AppError conflict if its payment was reversed, or if someone else reported the transfer
 */
async function findSameConfirmation(
  { db, actor: { id: userId } }: SignedInCtx,
  leaseId: number,
  { amount, method, transactionId: reference, paymentDate }: ConfirmPaymentBody,
): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment by ${method} ${foldText(reference)}`}, 0))`.execute(
    db,
  );
  const { rows: matches } = await sql<{
    id: number;
    isSameConfirmation: boolean;
    isFromOtherUser: boolean;
    isReversed: boolean;
  }>`
    select id, user_id <> ${userId} as "isFromOtherUser",
      user_id = ${userId} and lease_id = ${leaseId} and amount_cents = ${amount}
        and payment_date = ${paymentDate}::date as "isSameConfirmation",
      exists (select from payments p where p.entry_id = payment_id and p.reversal_cause is not null) as "isReversed"
    from payment_confirmations
    where method = ${method} and fold_text(reference) = fold_text(${reference}) and state in ('pending', 'approved')`.execute(
    db,
  );
  const sameConfirmation = matches.find(({ isSameConfirmation }) => isSameConfirmation);
  if (sameConfirmation?.isReversed === true)
    throw conflict(
      "A payment with these details was posted and later reversed. Enter different details, or contact your property manager.",
    );
  const isTransfer = method === "zelle" || method === "bank_transfer";
  if (sameConfirmation === undefined && isTransfer && matches.some(({ isFromOtherUser }) => isFromOtherUser))
    throw conflict(
      "Someone else has already reported a payment with this confirmation or transaction ID. Check the number and try again.",
    );
  return sameConfirmation?.id;
}

async function insertConfirmation(
  { db, actor, now }: SignedInCtx,
  { leaseId, propertyId }: { leaseId: number; propertyId: number },
  { amount, description, method, transactionId, paymentDate, notes }: ConfirmPaymentBody,
): Promise<number> {
  const { id } = await db
    .insertInto("payment_confirmations")
    .values({
      property_id: propertyId,
      lease_id: leaseId,
      user_id: actor.id,
      amount_cents: amount,
      description,
      method,
      reference: transactionId,
      payment_date: paymentDate,
      notes: notes ?? "",
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function assertNotInFuture({ db, now }: SignedInCtx, propertyId: number, day: Day): Promise<void> {
  const { rows } = await sql<{ isInFuture: boolean }>`
    select ${day}::date > (${now}::timestamptz at time zone time_zone)::date as "isInFuture" from properties
    where id = ${propertyId}`.execute(db);
  if (rows[0]?.isInFuture === true)
    throw invalid({
      paymentDate: "That date is in the future. Enter the date you paid.",
    });
}
