import type { SignedInCtx } from "#server/http/context.ts";
import type { Payment } from "../contract.ts";
import { payments, receiptIn } from "./list-payments.ts";

/** The payment with that receipt number, however many newer ones mention it, and the newest that the list would show for the text. */
export async function findPaymentsByWords(ctx: SignedInCtx, text: string, limit: number): Promise<Payment[]> {
  const number = receiptIn(text);
  const numbered =
    number === undefined ? [] : await payments.first(ctx, { receiptNumber: number, isReceived: true }, 1);
  const newest = await payments.first(ctx, { q: text, isReceived: true }, limit);
  return [...numbered, ...newest.filter(({ receiptNumber }) => receiptNumber !== number)];
}

/** The payments with these ids that are within the access scope. */
export const paymentHits = (ctx: SignedInCtx, ids: readonly number[]): Promise<Payment[]> =>
  payments.first(ctx, { ids, isReceived: true }, ids.length);
