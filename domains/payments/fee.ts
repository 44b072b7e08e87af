import { cardFeeOf } from "#domains/settings/card-fee.ts";
import { type Cents, toCents } from "#shared/format/money.ts";

/** The fee on `baseCents` for a method: a card's, half a cent up, and none for all others (PAY-47; requirements, "Fee"). */
export const feeOf = (baseCents: number, method: string, basisPoints: number): Cents =>
  toCents(method === "card" ? cardFeeOf(baseCents, basisPoints) : 0);

/**
 * What was received, as principal and fee, which add up to it: with a card the fee is what it costs by the rate, whatever
 * the browser had said it would pay with; with anything else there is none.
 */
export function splitReceived(
  receivedCents: number,
  method: string,
  basisPoints: number,
): { amountCents: Cents; feeCents: Cents } {
  if (method !== "card") return { amountCents: toCents(receivedCents), feeCents: toCents(0) };
  // Near enough from below; what is paid with its fee rises with the principal.
  let amount = Math.floor((receivedCents * 10_000) / (10_000 + basisPoints)) - 1;
  while (amount + 1 + feeOf(amount + 1, method, basisPoints) <= receivedCents) amount += 1;
  return { amountCents: toCents(amount), feeCents: toCents(receivedCents - amount) };
}
