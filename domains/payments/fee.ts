import { calculateCardFee } from "#domains/settings/card-fee.ts";
import { type Cents, formatCents, toCents } from "#shared/format/money.ts";

/**
 * Returns the fee on `baseCents`: rounded half up for a card, zero for other methods (PAY-47; requirements,
 * "Fee").
 */
export const calculateFee = (baseCents: number, method: string, basisPoints: number): Cents =>
  toCents(method === "card" ? calculateCardFee(baseCents, basisPoints) : 0);

/** Formats the amount charged to the payer, with the fee named: `$1,234.00 + $43.19 fee`. */
export function formatWithFee({ amountCents, feeCents }: { amountCents: number; feeCents: number }): string {
  const amount = formatCents(toCents(amountCents));
  return feeCents === 0 ? amount : `${amount} + ${formatCents(toCents(feeCents))} fee`;
}

/**
 * Splits the received amount into principal and fee, which add up to it. For a card, the fee is based on the
 * rate, regardless of the method the browser sent. Other methods have no fee.
 */
export function splitReceived(
  receivedCents: number,
  method: string,
  basisPoints: number,
): { amountCents: Cents; feeCents: Cents } {
  if (method !== "card") return { amountCents: toCents(receivedCents), feeCents: toCents(0) };
  // A close lower bound. Principal plus fee increases with the principal.
  let principalCents = Math.floor((receivedCents * 10_000) / (10_000 + basisPoints)) - 1;
  while (principalCents + 1 + calculateFee(principalCents + 1, method, basisPoints) <= receivedCents)
    principalCents += 1;
  return { amountCents: toCents(principalCents), feeCents: toCents(receivedCents - principalCents) };
}
