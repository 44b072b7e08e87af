import { sql } from "kysely";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import {
  assertAccountDay,
  type LockedAccount,
  lockAccount,
  resolveEntryDay,
} from "#domains/ledger/server/entries/lock-account.ts";
import { notificationText } from "#domains/notifications/kinds.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { queueEmail } from "#server/integrations/email/outbox.ts";
import { findEmailRecipients, notify } from "#server/notifications/notify.ts";
import { unsubscribeLink } from "#server/notifications/unsubscribe-link.ts";
import { conflict, forbidden, invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { type Cents, formatCents, toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { approveConfirmation, Confirmation, rejectConfirmation } from "../../confirmations-contract.ts";
import { describeSamePayment } from "../../same-payment.ts";
import { takePayment } from "../take-payment.ts";
import { canWithdraw, getConfirmation } from "./confirmations.ts";
import { findPaymentOfReport } from "./find-same-payments.ts";

/**
 * Approves a confirmation and posts the payment. An amount or date that differs from the payer's needs a
 * reason.
 * @throws AppError not_found; forbidden for the user's own confirmation; conflict with the current state if
 * someone else reviewed it first, or the payment is already recorded; invalid
 */
export async function approvePayment(
  ctx: SignedInCtx,
  id: number,
  { amount, paymentDate, reason = "" }: BodyOf<typeof approveConfirmation>,
  expectedVersion: number | undefined,
): Promise<Confirmation> {
  const { account, confirmation } = await lockForReview(ctx, id, expectedVersion);
  const amountCents = toCents(amount ?? confirmation.amountCents);
  const onDay = paymentDate ?? confirmation.paymentDate;
  // The payer chose the reported date. If its month is closed, the payment is dated in the first open month.
  if (onDay === confirmation.paymentDate) assertAccountDay(account, onDay, "paymentDate");
  else resolveEntryDay(account, onDay, "paymentDate");
  const isChanged = amountCents !== confirmation.amountCents || onDay !== confirmation.paymentDate;
  if (isChanged && reason === "")
    throw invalid({ reason: "Please enter a reason for the different amount or date." });
  await assertNotRecorded(ctx, confirmation, { amountCents, onDay });
  const paymentId = await takePayment(ctx, account, {
    amountCents,
    method: confirmation.method,
    onDay,
    paidAt: ctx.now,
    description: confirmation.description,
    reference: confirmation.transactionId,
    note: reason,
    payerId: confirmation.user.id,
    into: "bank",
  });
  await saveReview(ctx, confirmation, { state: "approved", reason, paymentId });
  await notify(ctx, [confirmation.user.id], {
    kind: "payment.approved",
    details: {
      cents: confirmation.amountCents,
      method: confirmation.method,
      ...(isChanged ? { entered: { cents: amountCents, onDay, reason } } : {}),
    },
    link: `/payments?payment=${paymentId}`,
    propertyId: account.propertyId,
  });
  return getConfirmation(ctx, id);
}

/** With the account locked, no one else can record the payment before it's posted. */
async function assertNotRecorded(
  ctx: SignedInCtx,
  { leaseId, method, transactionId: reference }: Confirmation,
  { amountCents, onDay }: { amountCents: Cents; onDay: string },
): Promise<void> {
  const same = await findPaymentOfReport(ctx, { leaseId, method, amountCents, reference, onDay });
  if (same !== undefined)
    throw conflict(
      `A payment of ${formatCents(amountCents)} with reference ${reference} was ${describeSamePayment(same)}. Reject this report. If it's a different payment, record it with another reference.`,
    );
}

/**
 * Rejects a confirmation and notifies the payer with the reason.
 * @throws AppError like `approvePayment`
 */
export async function rejectPayment(
  ctx: SignedInCtx,
  id: number,
  { reason }: BodyOf<typeof rejectConfirmation>,
  expectedVersion: number | undefined,
): Promise<Confirmation> {
  const { account, confirmation } = await lockForReview(ctx, id, expectedVersion);
  await saveReview(ctx, confirmation, { state: "rejected", reason, paymentId: null });
  const notification = {
    kind: "payment.rejected",
    details: { cents: confirmation.amountCents, method: confirmation.method, reason },
  } as const;
  await notify(ctx, [confirmation.user.id], {
    ...notification,
    link: "/payments",
    propertyId: account.propertyId,
  });
  if (!(await findEmailRecipients(ctx, "payment.rejected", [confirmation.user.id])).has(confirmation.user.id))
    return getConfirmation(ctx, id);
  const payer = await ctx.db
    .selectFrom("users")
    .select(["email", "full_name"])
    .where("id", "=", confirmation.user.id)
    .executeTakeFirstOrThrow();
  await queueEmail(ctx, {
    template: "payment-rejected",
    to: { address: payer.email, userId: confirmation.user.id, fullName: payer.full_name },
    subject: "Your payment wasn't approved",
    paragraphs: [
      `${notificationText(notification)}.`,
      `You reported a payment made on ${formatCalendarDay(confirmation.paymentDate)} with reference ${confirmation.transactionId}. You can submit it again with different details.`,
    ],
    link: { label: "View your payments", path: "/payments" },
    ...unsubscribeLink(ctx, confirmation.user.id, ["payment.rejected"]),
  });
  return getConfirmation(ctx, id);
}

/**
 * Withdraws a confirmation that was reported by mistake. Tenants can withdraw those on their lease, staff only
 * their own. The payer is notified if someone else withdraws it.
 * @throws AppError not_found; forbidden; conflict with the current state if it isn't pending anymore
 */
export async function withdrawPayment(ctx: SignedInCtx, id: number): Promise<Confirmation> {
  const { user } = await getConfirmation(ctx, id);
  if (!canWithdraw(ctx, user.id))
    throw forbidden("Only the tenant can withdraw this payment. You can reject it instead.");
  const { account, confirmation } = await lockPendingConfirmation(ctx, id);
  await saveReview(ctx, confirmation, { state: "withdrawn", reason: "", paymentId: null });
  if (user.id !== ctx.actor.id)
    await notify(ctx, [user.id], {
      kind: "payment.withdrawn",
      details: { cents: confirmation.amountCents, by: ctx.actor.fullName },
      link: "/payments",
      propertyId: account.propertyId,
    });
  return getConfirmation(ctx, id);
}

async function lockForReview(
  ctx: SignedInCtx,
  id: number,
  expectedVersion: number | undefined,
): ReturnType<typeof lockPendingConfirmation> {
  const { user } = await getConfirmation(ctx, id);
  if (user.id === ctx.actor.id) throw forbidden("Someone else has to review payments you reported.");
  return lockPendingConfirmation(ctx, id, expectedVersion);
}

/** Locks a pending confirmation and the account of its lease. */
async function lockPendingConfirmation(
  ctx: SignedInCtx,
  id: number,
  expectedVersion?: number,
): Promise<{ account: LockedAccount; confirmation: Confirmation }> {
  const { leaseId } = await getConfirmation(ctx, id);
  const account = await lockAccount(ctx, leaseId);
  await sql`select from payment_confirmations where id = ${id} for update`.execute(ctx.db);
  const confirmation = await getConfirmation(ctx, id);
  if (confirmation.state !== "pending")
    throw conflict(
      `${confirmation.reviewer ?? confirmation.user.fullName} has already ${confirmation.state} this confirmation.`,
      {
        current: confirmation,
      },
    );
  const describeConflict = () => "This confirmation was changed after you opened it.";
  await assertCurrentVersion(
    ctx,
    { version: confirmation.version, describeConflict },
    expectedVersion,
    () => confirmation,
  );
  return { account, confirmation };
}

async function saveReview(
  ctx: SignedInCtx,
  { id, leaseId, property, amountCents, user }: Confirmation,
  outcome: { state: "approved" | "rejected" | "withdrawn"; reason: string; paymentId: number | null },
): Promise<void> {
  await ctx.db
    .updateTable("payment_confirmations")
    .set((row) => ({
      state: outcome.state,
      reason: outcome.reason,
      payment_id: outcome.paymentId,
      // Only a withdrawal can be the payer's own.
      reviewed_by_id: user.id === ctx.actor.id ? null : ctx.actor.id,
      reviewed_at: ctx.now,
      version: row("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  await audit(ctx, {
    action: `payment.confirmation-${outcome.state}`,
    subjectType: "lease",
    subjectId: leaseId,
    propertyId: property.id,
    details: { amountCents, ...(outcome.reason === "" ? {} : { reason: outcome.reason }) },
  });
  publishLeaseChange(ctx, { id: leaseId, property_id: property.id });
}
