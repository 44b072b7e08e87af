declare const cents: unique symbol;
/** An amount of US dollars in whole cents (CON-02). Branded, so that a bare number does not pass for it. */
export type Cents = number & { readonly [cents]: true };

/** @throws RangeError when `value` is no whole number within the safe range. */
export function toCents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError("Cents are whole numbers.");
  return value as Cents;
}

/** The same amount on the other side: what one account is debited, the other is credited. */
export const negated = (amount: number): Cents => toCents(0 - amount);

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** 250000 is `$2,500.00` (CON-01). */
export const formatCents = (amount: Cents): string => dollars.format(amount / 100);
