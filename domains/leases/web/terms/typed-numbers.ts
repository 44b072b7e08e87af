import type { Cents } from "#shared/format/money.ts";
import { roundHalfUp } from "#shared/fraction.ts";

/**
 * Parses a typed number into units of its last decimal place: `24.5` with four places is 245,000. Parsed
 * digit by digit, so nothing is rounded. Undefined if the text isn't a number or has more decimal places.
 */
export function parseScaledNumber(text: string, places: number): number | undefined {
  const [, sign, whole = "", decimals = ""] = /^(-?)(\d{0,7})(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (sign === undefined || whole + decimals === "" || decimals.length > places) return undefined;
  const magnitude = Number(whole + decimals.padEnd(places, "0"));
  return sign === "-" && magnitude > 0 ? -magnitude : magnitude;
}

/** The reverse of `parseScaledNumber`: 245,000 with four places is `24.50`. */
export function formatScaledNumber(scaledNumber: number, places: number, minPlaces = 0): string {
  const digits = String(Math.abs(scaledNumber)).padStart(places + 1, "0");
  let decimals = digits.slice(-places);
  while (decimals.length > minPlaces && decimals.endsWith("0")) decimals = decimals.slice(0, -1);
  return `${scaledNumber < 0 ? "-" : ""}${digits.slice(0, -places)}${decimals === "" ? "" : `.${decimals}`}`;
}

/** Returns the monthly amount of a yearly rate per square foot, which is in hundredths of a cent. */
export const toMonthlyAmount = (rateHundredths: number, areaSquareFeet: number): Cents =>
  roundHalfUp({ numerator: BigInt(rateHundredths) * BigInt(areaSquareFeet), denominator: 1_200n });
