import { cardFeeOf } from "#domains/settings/card-fee.ts";
import { type Cents, toCents } from "#shared/format/money.ts";

/** The fee on `baseCents`: for a card rounded half up, for other methods none (PAY-47; requirements, "Fee"). */
export const feeOf = (baseCents: number, method: string, basisPoints: number): Cents =>
  toCents(method === "card" ? cardFeeOf(baseCents, basisPoints) : 0);

/**
 * Splits the amount received into principal and fee, which add up to it. For a card the fee follows the rate, whatever method
 * the browser had announced; for other methods there is no fee.
 */
export function splitReceived(
  receivedCents: number,
  method: string,
  basisPoints: number,
): { amountCents: Cents; feeCents: Cents } {
  if (method !== "card") return { amountCents: toCents(receivedCents), feeCents: toCents(0) };
  // A close estimate from below; principal plus fee increases with the principal.
  let amount = Math.floor((receivedCents * 10_000) / (10_000 + basisPoints)) - 1;
  while (amount + 1 + feeOf(amount + 1, method, basisPoints) <= receivedCents) amount += 1;
  return { amountCents: toCents(amount), feeCents: toCents(receivedCents - amount) };
}
