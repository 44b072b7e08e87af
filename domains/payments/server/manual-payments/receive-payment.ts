import {
  type LockedAccount,
  lockAccount,
  resolveEntryDay,
} from "#domains/ledger/server/entries/lock-account.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { receivePayment as receivePaymentEndpoint } from "../../staff-contract.ts";
import { takePayment } from "../take-payment.ts";
import { findSamePayments } from "./find-same-payments.ts";

/**
 * Records a payment received outside the portal.
 * @throws AppError not_found; invalid; conflict for a draft, or for a payment that is already recorded or
 * reported
 */
export async function receivePayment(
  ctx: SignedInCtx,
  leaseId: number,
  payment: ReceivedPayment,
): Promise<number> {
  const account = await lockAccount(ctx, leaseId);
  resolveEntryDay(account, payment.onDay);
  // With the account locked, two people can't record the same check at the same time.
  const [duplicateMessage] = (await findSamePayments(ctx, [{ ...payment, leaseId }])).values();
  if (duplicateMessage !== undefined) throw conflict(duplicateMessage);
  return takeReceivedPayment(ctx, account, payment);
}

type ReceivedPayment = BodyOf<typeof receivePaymentEndpoint>;

/** Posts a payment received outside the portal. The caller must check its date. Returns its id. */
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
