import { sql } from "kysely";
import {
  type LockedAccount,
  lockAccount,
  resolveEntryDay,
} from "#domains/ledger/server/entries/lock-account.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { conflict } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { receivePayment as receivePaymentEndpoint } from "../../staff-contract.ts";
import { takePayment } from "../take-payment.ts";

/**
 * Records a payment received outside the portal.
 * @throws AppError not_found; invalid; conflict for a draft, or for a payment that is already recorded
 */
export async function receivePayment(
  ctx: SignedInCtx,
  leaseId: number,
  payment: ReceivedPayment,
): Promise<number> {
  const account = await lockAccount(ctx, leaseId);
  const { amountCents, method, onDay, reference = "" } = payment;
  const receivedOn = resolveEntryDay(account, onDay);
  if (reference !== "") await assertNotRecorded(ctx, { leaseId, amountCents, method, reference, receivedOn });
  return takeReceivedPayment(ctx, account, payment);
}

type ReceivedPayment = BodyOf<typeof receivePaymentEndpoint>;

/** Posts a payment received outside the portal whose date was checked. Returns its id. */
export const takeReceivedPayment = (
  ctx: SignedInCtx,
  account: LockedAccount,
  { amountCents, method, onDay, reference = "", note = "", chargeIds = [] }: ReceivedPayment,
  bankDepositId?: number,
): Promise<number> =>
  takePayment(ctx, account, {
    amountCents,
    method,
    onDay,
    paidAt: ctx.now,
    reference,
    note,
    payerId: null,
    into: "bank",
    bankDepositId,
    chargeIds: [...new Set(chargeIds)],
  });

/** Rejects a check that two people record. The lock on the lease makes them wait for each other. */
async function assertNotRecorded(
  ctx: SignedInCtx,
  payment: { leaseId: number; amountCents: number; method: string; reference: string; receivedOn: Day },
): Promise<void> {
  const { leaseId, amountCents, method, reference, receivedOn } = payment;
  const { rows } = await sql`
    select from payments where lease_id = ${leaseId} and method = ${method} and fold_text(reference) = fold_text(${reference})
      and amount_cents = ${amountCents} and paid_on = ${receivedOn}::date and reversal_cause is null`.execute(
    ctx.db,
  );
  if (rows.length > 0)
    throw conflict(
      `A payment of this amount on ${formatCalendarDay(receivedOn)} with reference ${reference} is already recorded. If this is a different payment, use a different reference.`,
    );
}
