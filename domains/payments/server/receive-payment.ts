import { sql } from "kysely";
import { entryDay, lockAccount } from "#domains/ledger/server/lock-account.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { conflict } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { receivePayment as receivePaymentEndpoint } from "../staff-contract.ts";
import { takePayment } from "./take-payment.ts";

/**
 * Records a payment that came outside of the portal.
 * @throws AppError not_found; invalid; conflict for a draft, or for one that was recorded already
 */
export async function receivePayment(
  ctx: SignedInCtx,
  leaseId: number,
  {
    amountCents,
    onDay,
    method,
    reference = "",
    note = "",
    chargeIds = [],
  }: BodyOf<typeof receivePaymentEndpoint>,
): Promise<number> {
  const account = await lockAccount(ctx, leaseId);
  const receivedOn = entryDay(account, onDay);
  if (reference !== "") await refuseTwice(ctx, { leaseId, amountCents, method, reference, receivedOn });
  return takePayment(ctx, account, {
    amountCents,
    method,
    onDay: receivedOn,
    paidAt: ctx.now,
    reference,
    note,
    payerId: null,
    into: "bank",
    chargeIds: [...new Set(chargeIds)],
  });
}

/** Two people at the same desk record one check: the lock of the lease has them come one after the other. */
async function refuseTwice(
  ctx: SignedInCtx,
  payment: { leaseId: number; amountCents: number; method: string; reference: string; receivedOn: Day },
): Promise<void> {
  const { leaseId, amountCents, method, reference, receivedOn } = payment;
  const { rows } = await sql`
    select from payments where lease_id = ${leaseId} and method = ${method} and lower(reference) = lower(${reference})
      and amount_cents = ${amountCents} and paid_on = ${receivedOn}::date and not is_reversed`.execute(
    ctx.db,
  );
  if (rows.length > 0)
    throw conflict(
      `A payment of this amount on ${formatCalendarDay(receivedOn)} with the reference ${reference} was already recorded. If this is another one, please give it another reference.`,
    );
}
