import { entryDay, lockAccount } from "#domains/ledger/server/lock-account.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { receivePayment as receivePaymentEndpoint } from "../staff-contract.ts";
import { takePayment } from "./take-payment.ts";

/** Records a payment that came outside of the portal. @throws AppError not_found; conflict for a draft; invalid */
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
  return takePayment(ctx, account, {
    amountCents,
    method,
    onDay: entryDay(account, onDay),
    paidAt: ctx.now,
    reference,
    note,
    payerId: null,
    into: "bank",
    chargeIds: [...new Set(chargeIds)],
  });
}
