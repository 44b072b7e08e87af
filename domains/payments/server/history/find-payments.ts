import type { SignedInCtx } from "#server/http/context.ts";
import type { Payment } from "../../contract.ts";
import { parseReceiptNumber, payments } from "./list-payments.ts";

/**
 * Returns the payment with that receipt number first, even if many newer payments mention the number, then
 * the newest matches of the payment list.
 */
export async function searchPayments(ctx: SignedInCtx, text: string, limit: number): Promise<Payment[]> {
  const number = parseReceiptNumber(text);
  const byReceiptNumber =
    number === undefined ? [] : await payments.first(ctx, { receiptNumber: number, isReceived: true }, 1);
  const newest = await payments.first(ctx, { q: text, isReceived: true }, limit);
  return [...byReceiptNumber, ...newest.filter(({ receiptNumber }) => receiptNumber !== number)];
}

/** The payments with these ids that the user can access. */
export const paymentHits = (ctx: SignedInCtx, ids: readonly number[]): Promise<Payment[]> =>
  payments.first(ctx, { ids, isReceived: true }, ids.length);
