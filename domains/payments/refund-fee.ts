import { roundHalfUp } from "#shared/exact.ts";
import { type Cents, toCents } from "#shared/format/money.ts";

interface Paid {
  amountCents: number;
  feeCents: number;
}

/**
 * The part of the card fee that is refunded with `amountCents` of the principal, after `given` was refunded: in
 * proportion, so that all parts together give the whole fee (requirements, "Fee").
 */
export function feeToGiveBack(paid: Paid, given: Paid, amountCents: number): Cents {
  const whole = roundHalfUp({
    numerator: BigInt(paid.feeCents) * BigInt(given.amountCents + amountCents),
    denominator: BigInt(paid.amountCents),
  });
  return toCents(Math.max(0, whole - given.feeCents));
}

/** Splits a refunded amount into principal and fee in the payment's proportion, within what is left of either. */
export function splitPart(
  paid: Paid,
  given: Paid,
  partCents: number,
): { amountCents: Cents; feeCents: Cents } {
  const principal = roundHalfUp({
    numerator: BigInt(partCents) * BigInt(paid.amountCents),
    denominator: BigInt(paid.amountCents + paid.feeCents),
  });
  // What exceeds the remaining fee is principal.
  const least = partCents - (paid.feeCents - given.feeCents);
  const amount = Math.min(paid.amountCents - given.amountCents, Math.max(1, principal, least));
  return {
    amountCents: toCents(amount),
    feeCents: toCents(Math.min(paid.feeCents - given.feeCents, Math.max(0, partCents - amount))),
  };
}
