declare const cents: unique symbol;
/**
 * An amount of US dollars in whole cents (CON-02). Branded, so that a plain number isn't accepted in its
 * place.
 */
export type Cents = number & { readonly [cents]: true };

/**
 * Brands a number as cents.
 * @throws RangeError if `value` isn't a safe integer
 */
export function toCents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError("Cents must be whole numbers.");
  return value as Cents;
}

/** Returns the amount with the opposite sign, for the other side of a posting. */
export const negate = (amount: number): Cents => toCents(0 - amount);

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Formats cents: 250000 is `$2,500.00` (CON-01). Negative zero has no sign. */
export const formatCents = (amount: Cents): string => dollars.format((amount + 0) / 100);

/** Formats whole cents from the API, which aren't branded. @throws RangeError as `toCents` */
export const formatAmount = (cents: number): string => formatCents(toCents(cents));
