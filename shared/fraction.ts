import { type Cents, toCents } from "./format/money.ts";

/** An exact fraction of cents. Amounts are never floating-point numbers. */
export interface Fraction {
  numerator: bigint;
  /** Above 0. */
  denominator: bigint;
}

/**
 * Rounds to the nearest whole number, halves away from zero.
 * @throws RangeError beyond the safe range
 */
export function roundHalfUp({ numerator, denominator }: Fraction): Cents {
  const [amount, sign] = numerator < 0n ? [-numerator, -1n] : [numerator, 1n];
  return toCents(Number((sign * (2n * amount + denominator)) / (2n * denominator)));
}
