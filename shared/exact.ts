import { type Cents, toCents } from "./format/money.ts";

/** A number of cents as a fraction, exact: amounts never pass through a floating-point number. */
export interface Fraction {
  numerator: bigint;
  /** Above 0. */
  denominator: bigint;
}

/** To the nearest whole number, half of one away from zero. @throws RangeError beyond the safe range */
export function roundHalfUp({ numerator, denominator }: Fraction): Cents {
  const [amount, sign] = numerator < 0n ? [-numerator, -1n] : [numerator, 1n];
  return toCents(Number((sign * (2n * amount + denominator)) / (2n * denominator)));
}
