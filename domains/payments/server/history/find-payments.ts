import type { SignedInCtx } from "#server/http/context.ts";
import type { Payment } from "../../contract.ts";
import { parseReceiptNumber, payments } from "./list-payments.ts";

/**
 * Returns the payment with that receipt number first, even if many newer payments mention the number, then
 * the newest matches of the payment list.
 */
export async function searchPayments(ctx: SignedInCtx, text: string, limit: number): Promise<Payment[]> {
  const searchedReceiptNumber = parseReceiptNumber(text);
  const byReceiptNumber =
    searchedReceiptNumber === undefined
      ? []
      : await payments.first(ctx, { receiptNumber: searchedReceiptNumber, isReceived: true }, 1);
  const newestMatches = await payments.first(ctx, { q: text, isReceived: true }, limit);
  return [
    ...byReceiptNumber,
    ...newestMatches.filter(({ receiptNumber }) => receiptNumber !== searchedReceiptNumber),
  ];
}

/** The payments with these ids that the user can access. */
export const findPaymentsByIds = (ctx: SignedInCtx, ids: readonly number[]): Promise<Payment[]> =>
  payments.first(ctx, { ids: [...ids], isReceived: true }, ids.length);
