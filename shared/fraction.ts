import { type Cents, toCents } from "./format/money.ts";

/** An exact fraction, mostly of cents. Amounts are never floating-point numbers. */
export interface Fraction {
  numerator: bigint;
  /** Above 0. */
  denominator: bigint;
}

/**
 * Returns `numerator / denominator` in lowest terms.
 * @throws RangeError if `denominator` is 0
 */
export function toFraction(numerator: bigint | number, denominator: bigint | number = 1n): Fraction {
  if (BigInt(denominator) === 0n) throw new RangeError("A fraction can't have a denominator of 0.");
  const divisor = findDivisor(BigInt(numerator), BigInt(denominator)) * (denominator < 0 ? -1n : 1n);
  return { numerator: BigInt(numerator) / divisor, denominator: BigInt(denominator) / divisor };
}

export const zero = toFraction(0n);
export const one = toFraction(1n);

export const add = (a: Fraction, b: Fraction): Fraction =>
  toFraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);

export const subtract = (a: Fraction, b: Fraction): Fraction =>
  toFraction(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator);

export const multiply = (a: Fraction, b: Fraction): Fraction =>
  toFraction(a.numerator * b.numerator, a.denominator * b.denominator);

/** @throws RangeError if `b` is 0 */
export const divide = (a: Fraction, b: Fraction): Fraction =>
  toFraction(a.numerator * b.denominator, a.denominator * b.numerator);

export const sum = (fractions: Iterable<Fraction>): Fraction => {
  let total = zero;
  for (const fraction of fractions) total = add(total, fraction);
  return total;
};

export const isLess = (a: Fraction, b: Fraction): boolean =>
  a.numerator * b.denominator < b.numerator * a.denominator;

export const min = (a: Fraction, b: Fraction): Fraction => (isLess(b, a) ? b : a);
export const max = (a: Fraction, b: Fraction): Fraction => (isLess(a, b) ? b : a);

/** Returns the greatest common divisor, above 0. */
function findDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/**
 * Rounds to the nearest whole number, halves away from zero.
 * @throws RangeError beyond the safe range
 */
export function roundHalfUp({ numerator, denominator }: Fraction): Cents {
  const [amount, sign] = numerator < 0n ? [-numerator, -1n] : [numerator, 1n];
  return toCents(Number((sign * (2n * amount + denominator)) / (2n * denominator)));
}
