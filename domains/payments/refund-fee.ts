import { type Cents, toCents } from "#shared/format/money.ts";
import { roundHalfUp } from "#shared/fraction.ts";

interface PrincipalAndFee {
  amountCents: number;
  feeCents: number;
}

/**
 * Returns the part of the card fee to refund with `amountCents` of the principal, after the previous
 * refunds. The fee is refunded in proportion, so all parts add up to the whole fee (requirements, "Fee").
 */
export function calculateFeeToRefund(
  payment: PrincipalAndFee,
  previousRefunds: PrincipalAndFee,
  amountCents: number,
): Cents {
  const cumulativeFeeCents = roundHalfUp({
    numerator: BigInt(payment.feeCents) * BigInt(previousRefunds.amountCents + amountCents),
    denominator: BigInt(payment.amountCents),
  });
  return toCents(Math.max(0, cumulativeFeeCents - previousRefunds.feeCents));
}

/**
 * Splits a refunded amount into principal and fee in the payment's proportion, up to the remaining amount of
 * each.
 */
export function splitRefund(
  payment: PrincipalAndFee,
  previousRefunds: PrincipalAndFee,
  refundCents: number,
): { amountCents: Cents; feeCents: Cents } {
  const proportionalPrincipalCents = roundHalfUp({
    numerator: BigInt(refundCents) * BigInt(payment.amountCents),
    denominator: BigInt(payment.amountCents + payment.feeCents),
  });
  // Anything above the remaining fee is principal.
  const minPrincipalCents = refundCents - (payment.feeCents - previousRefunds.feeCents);
  const principalCents = Math.min(
    payment.amountCents - previousRefunds.amountCents,
    Math.max(1, proportionalPrincipalCents, minPrincipalCents),
  );
  return {
    amountCents: toCents(principalCents),
    feeCents: toCents(
      Math.min(payment.feeCents - previousRefunds.feeCents, Math.max(0, refundCents - principalCents)),
    ),
  };
}
