import { sql } from "kysely";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { entryDay, type LockedAccount, lockAccount } from "#domains/ledger/server/lock-account.ts";
import { notificationText } from "#domains/notifications/kinds.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { queueMail } from "#server/integrations/outbox.ts";
import { notify, whoWantsMail } from "#server/notifications/notify.ts";
import { unsubscribeLink } from "#server/notifications/unsubscribe-link.ts";
import { conflict, forbidden, invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { approveConfirmation, Confirmation, rejectConfirmation } from "../confirmations-contract.ts";
import { confirmationOf } from "./confirmations.ts";
import { takePayment } from "./take-payment.ts";

/**
 * Approves a confirmation and enters the payment; an amount or day other than the payer's needs a reason.
 * @throws AppError not_found; forbidden for one's own; conflict when somebody was quicker, with its present state; invalid
 */
export async function approve(
  ctx: SignedInCtx,
  id: number,
  { amount, paymentDate, reason = "" }: BodyOf<typeof approveConfirmation>,
  seen: number | undefined,
): Promise<Confirmation> {
  const { account, waiting } = await lockWaiting(ctx, id, seen);
  const amountCents = toCents(amount ?? waiting.amountCents);
  const onDay = entryDay(account, paymentDate ?? waiting.paymentDate, "paymentDate");
  const isChanged = amountCents !== waiting.amountCents || onDay !== waiting.paymentDate;
  if (isChanged && reason === "")
    throw invalid({ reason: "Please give the reason for the other amount or day." });
  const paymentId = await takePayment(ctx, account, {
    amountCents,
    method: waiting.method,
    onDay,
    paidAt: ctx.now,
    description: waiting.description,
    reference: waiting.transactionId,
    note: reason,
    payerId: waiting.user.id,
    into: "bank",
  });
  await review(ctx, waiting, { state: "approved", reason, paymentId });
  await notify(ctx, [waiting.user.id], {
    kind: "payment.approved",
    particulars: {
      cents: waiting.amountCents,
      method: waiting.method,
      ...(isChanged ? { entered: { cents: amountCents, onDay, reason } } : {}),
    },
    link: `/payments?payment=${paymentId}`,
    propertyId: account.propertyId,
  });
  return confirmationOf(ctx, id);
}

/** Rejects a confirmation and notifies the payer of the reason. @throws AppError as `approve` */
export async function reject(
  ctx: SignedInCtx,
  id: number,
  { reason }: BodyOf<typeof rejectConfirmation>,
  seen: number | undefined,
): Promise<Confirmation> {
  const { account, waiting } = await lockWaiting(ctx, id, seen);
  await review(ctx, waiting, { state: "rejected", reason, paymentId: null });
  const rejected = {
    kind: "payment.rejected",
    particulars: { cents: waiting.amountCents, method: waiting.method, reason },
  } as const;
  await notify(ctx, [waiting.user.id], {
    ...rejected,
    link: "/payments",
    propertyId: account.propertyId,
  });
  if (!(await whoWantsMail(ctx, "payment.rejected", [waiting.user.id])).has(waiting.user.id))
    return confirmationOf(ctx, id);
  const payer = await ctx.db
    .selectFrom("users")
    .select(["email", "full_name"])
    .where("id", "=", waiting.user.id)
    .executeTakeFirstOrThrow();
  await queueMail(ctx, {
    template: "payment-rejected",
    to: { address: payer.email, userId: waiting.user.id, fullName: payer.full_name },
    subject: "Your payment could not be confirmed",
    paragraphs: [
      `${notificationText(rejected)}.`,
      `You confirmed a payment made on ${formatCalendarDay(waiting.paymentDate)}, with the reference ${waiting.transactionId}. You can confirm it again with other details.`,
    ],
    link: { label: "Open your payments", path: "/payments" },
    ...unsubscribeLink(ctx, waiting.user.id, ["payment.rejected"]),
  });
  return confirmationOf(ctx, id);
}

/** The confirmation while it waits for review, and the account of its lease, both locked. */
async function lockWaiting(
  ctx: SignedInCtx,
  id: number,
  seen: number | undefined,
): Promise<{ account: LockedAccount; waiting: Confirmation }> {
  const { leaseId, user } = await confirmationOf(ctx, id);
  if (user.id === ctx.actor.id) throw forbidden("What you confirmed yourself is reviewed by somebody else.");
  const account = await lockAccount(ctx, leaseId);
  await sql`select from payment_confirmations where id = ${id} for update`.execute(ctx.db);
  const waiting = await confirmationOf(ctx, id);
  if (waiting.state !== "pending")
    throw conflict(`${waiting.reviewer ?? "Somebody"} ${waiting.state} this confirmation in the meantime.`, {
      current: waiting,
    });
  if (seen !== undefined && seen !== waiting.version)
    throw conflict("This confirmation was changed in the meantime.", { current: waiting });
  return { account, waiting };
}

async function review(
  ctx: SignedInCtx,
  { id, leaseId, property, amountCents }: Confirmation,
  outcome: { state: "approved" | "rejected"; reason: string; paymentId: number | null },
): Promise<void> {
  await ctx.db
    .updateTable("payment_confirmations")
    .set((row) => ({
      state: outcome.state,
      reason: outcome.reason,
      payment_id: outcome.paymentId,
      reviewed_by_id: ctx.actor.id,
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
