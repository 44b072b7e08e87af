import type { SignedInCtx } from "#server/http/context.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { PaymentMethod } from "../accounts.ts";
import type { receivePayment as receivePaymentEndpoint } from "../contract.ts";
import { entryDay, lockAccount } from "./lock-account.ts";
import { recordPayment } from "./record-payment.ts";

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
  return recordPayment(ctx, account, {
    amountCents,
    onDay: entryDay(account, onDay),
    description: `${paymentWords[method]}${reference === "" ? "" : `, ${reference}`}`,
    note,
    chargeIds: [...new Set(chargeIds)],
  });
}

const paymentWords = {
  check: "Payment by check",
  cash: "Payment in cash",
  bank_transfer: "Payment by bank transfer",
  card: "Payment by card",
  other: "Payment",
} as const satisfies Record<PaymentMethod, string>;
