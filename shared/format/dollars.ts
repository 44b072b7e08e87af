import { type Cents, toCents } from "./money.ts";

const typedAmountPattern = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{0,2}))?$/;
/** Up to 999,999,999,999.99 dollars, far below the limit of safe integers. */
const maxDollarDigits = 12;

/**
 * Parses a typed amount of dollars into whole cents: `1,250`, `$1,250.00`, `-5.5`. Nothing is rounded.
 * Returns undefined if the text isn't an amount, has fractions of a cent, or is too large.
 */
export function parseDollars(text: string): Cents | undefined {
  const [, sign, groupedDollars = "", decimals = ""] = typedAmountPattern.exec(text.trim()) ?? [];
  if (sign === undefined || groupedDollars + decimals === "") return undefined;
  const dollars = groupedDollars.replaceAll(",", "");
  if (dollars.length > maxDollarDigits) return undefined;
  const amount = Number(`${dollars}${decimals.padEnd(2, "0")}`);
  // Avoids -0.
  return toCents(sign === "-" && amount > 0 ? -amount : amount);
}

/** Formats cents as a typed amount: 125000 is `1,250.00`. */
export function toDollarText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  const dollars = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${cents < 0 ? "-" : ""}${dollars}.${digits.slice(-2)}`;
}

/** Formats cents for programs and number fields, which accept no commas: 125000 is `1250.00`. */
export const toPlainDollars = (cents: number): string => toDollarText(cents).replaceAll(",", "");
