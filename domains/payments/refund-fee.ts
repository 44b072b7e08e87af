import { roundHalfUp } from "#shared/exact.ts";
import { type Cents, toCents } from "#shared/format/money.ts";

interface Amounts {
  amountCents: number;
  feeCents: number;
}

/**
 * Returns the part of the card fee to refund with `amountCents` of the principal, after `refunded` has been
 * refunded. The fee is refunded in proportion, so all parts add up to the whole fee (requirements, "Fee").
 */
export function feeToRefund(payment: Amounts, refunded: Amounts, amountCents: number): Cents {
  const whole = roundHalfUp({
    numerator: BigInt(payment.feeCents) * BigInt(refunded.amountCents + amountCents),
    denominator: BigInt(payment.amountCents),
  });
  return toCents(Math.max(0, whole - refunded.feeCents));
}

/**
 * Splits a refunded amount into principal and fee in the payment's proportion, within what is left of each.
 */
export function splitRefund(
  payment: Amounts,
  refunded: Amounts,
  partCents: number,
): { amountCents: Cents; feeCents: Cents } {
  const principal = roundHalfUp({
    numerator: BigInt(partCents) * BigInt(payment.amountCents),
    denominator: BigInt(payment.amountCents + payment.feeCents),
  });
  // Anything above the remaining fee is principal.
  const least = partCents - (payment.feeCents - refunded.feeCents);
  const amount = Math.min(payment.amountCents - refunded.amountCents, Math.max(1, principal, least));
  return {
    amountCents: toCents(amount),
    feeCents: toCents(Math.min(payment.feeCents - refunded.feeCents, Math.max(0, partCents - amount))),
  };
}
