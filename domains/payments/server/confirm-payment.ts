import { sql } from "kysely";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { conflict, invalid } from "#shared/errors.ts";
import {} from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { Confirmation, confirmPayment as confirmPaymentCall } from "../confirmations-contract.ts";
import { confirmationOf } from "./confirmations.ts";
import { leaseToPay } from "./lease-to-pay.ts";
import { notifyManagers } from "./notify-managers.ts";

/**
 * Records a payer's confirmation of a payment outside of the portal; it moves no balance before review. Repeating it gives
 * the same confirmation; the reference of another person's transfer is refused (requirements, "Manual confirmation").
 * @throws AppError invalid, conflict, not_found
 */
export async function confirmPayment(
  ctx: SignedInCtx,
  body: BodyOf<typeof confirmPaymentCall>,
): Promise<Confirmation> {
  const { amount, description, method, transactionId: reference, paymentDate, notes } = body;
  const userId = ctx.actor.id;
  const { leaseId, propertyId } = await leaseToPay(ctx, body);
  await refuseDayToCome(ctx, propertyId, paymentDate);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment by ${method} ${reference.toLowerCase()}`}, 0))`.execute(
    ctx.db,
  );
  const { rows: known } = await sql<{ id: number; isSame: boolean; isOthers: boolean; isTakenBack: boolean }>`
    select id, exists (select from payments p where p.entry_id = payment_id and p.is_reversed) as "isTakenBack", user_id = ${userId} and lease_id = ${leaseId} and amount_cents = ${amount}
        and payment_date = ${paymentDate}::date as "isSame", user_id <> ${userId} as "isOthers"
    from payment_confirmations
    where method = ${method} and lower(reference) = lower(${reference}) and state <> 'rejected'`.execute(
    ctx.db,
  );
  const same = known.find(({ isSame }) => isSame);
  if (same?.isTakenBack === true)
    throw conflict(
      "A payment with these details was entered and has since been taken back. Please give other details, or ask your building's management.",
    );
  if (same !== undefined) return confirmationOf(ctx, same.id);
  if ((method === "zelle" || method === "bank_transfer") && known.some(({ isOthers }) => isOthers))
    throw conflict(
      "Somebody else has already confirmed a payment with this confirmation or transaction ID. Please check it.",
    );
  const { id } = await ctx.db
    .insertInto("payment_confirmations")
    .values({
      property_id: propertyId,
      lease_id: leaseId,
      user_id: userId,
      amount_cents: amount,
      description,
      method,
      reference,
      payment_date: paymentDate,
      notes: notes ?? "",
      created_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await audit(ctx, {
    action: "payment.confirmation-sent",
    subjectType: "lease",
    subjectId: leaseId,
    propertyId,
    details: { amountCents: amount, method, reference, day: paymentDate },
  });
  const sent = await confirmationOf(ctx, id);
  await notifyManagers(
    ctx,
    {
      kind: "payment.to-review",
      particulars: { payer: sent.user.fullName, company: sent.company, cents: amount, method },
      link: "/payments",
      propertyId,
    },
    userId,
  );
  publishLeaseChange(ctx, { id: leaseId, property_id: propertyId });
  return sent;
}

async function refuseDayToCome({ db, now }: SignedInCtx, propertyId: number, day: Day): Promise<void> {
  const { rows } = await sql<{ isToCome: boolean }>`
    select ${day}::date > (${now}::timestamptz at time zone time_zone)::date as "isToCome" from properties
    where id = ${propertyId}`.execute(db);
  if (rows[0]?.isToCome === true)
    throw invalid({
      paymentDate: "This day has not come yet at the property. Please enter the day you paid.",
    });
}
