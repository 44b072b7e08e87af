import { roundHalfUp } from "#shared/exact.ts";
import { type Cents, toCents } from "#shared/format/money.ts";

interface Paid {
  amountCents: number;
  feeCents: number;
}

/**
 * The part of the card fee that goes back with `amountCents` of the principal, when `given` went back already: in
 * proportion, so that all parts together give the whole fee (requirements, "Fee").
 */
export function feeToGiveBack(paid: Paid, given: Paid, amountCents: number): Cents {
  const whole = roundHalfUp({
    numerator: BigInt(paid.feeCents) * BigInt(given.amountCents + amountCents),
    denominator: BigInt(paid.amountCents),
  });
  return toCents(Math.max(0, whole - given.feeCents));
}

/** A part of what was received as principal and fee, split as the payment was, and never more than is left of either. */
export function splitPart(
  paid: Paid,
  given: Paid,
  partCents: number,
): { amountCents: Cents; feeCents: Cents } {
  const principal = roundHalfUp({
    numerator: BigInt(partCents) * BigInt(paid.amountCents),
    denominator: BigInt(paid.amountCents + paid.feeCents),
  });
  // What the fee has no room for is principal.
  const least = partCents - (paid.feeCents - given.feeCents);
  const amount = Math.min(paid.amountCents - given.amountCents, Math.max(1, principal, least));
  return {
    amountCents: toCents(amount),
    feeCents: toCents(Math.min(paid.feeCents - given.feeCents, Math.max(0, partCents - amount))),
  };
}
