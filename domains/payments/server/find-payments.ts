import type { SignedInCtx } from "#server/http/context.ts";
import type { Payment } from "../contract.ts";
import { payments } from "./list-payments.ts";

/** The newest payments that the list would show for the text. */
export const findPaymentsByWords = (ctx: SignedInCtx, text: string, limit: number): Promise<Payment[]> =>
  payments.first(ctx, { q: text, isReceived: true }, limit);

/** The payments with these ids that are within the access scope. */
export const paymentHits = (ctx: SignedInCtx, ids: readonly number[]): Promise<Payment[]> =>
  payments.first(ctx, { ids, isReceived: true }, ids.length);
