import * as z from "zod/mini";
import { parseDollars, toDollarText } from "#shared/format/dollars.ts";
import { type Cents, formatCents, toCents } from "#shared/format/money.ts";

/** The smallest payment, also shown in the form (CON-09, PAY-21). */
export const minPaymentCents: Cents = toCents(50);
export const maxPaymentCents: Cents = toCents(5_000_000);

export const defaultPayment = { amountCents: toCents(250_000), description: "Monthly Rent Payment" } as const;
export const defaultCheckout = { amountCents: toCents(0), description: "Rent Payment" } as const;

export const amountMessages = {
  notANumber: "Amount must be a valid number",
  tooLittle: `Amount must be at least ${formatCents(minPaymentCents)}`,
  tooMuch: `Amount can be up to ${formatCents(maxPaymentCents)}`,
} as const;

/** Returns why an amount can't be paid. Undefined if it can. */
export function validateAmount(cents: Cents | undefined): string | undefined {
  if (cents === undefined) return amountMessages.notANumber;
  if (cents < minPaymentCents) return amountMessages.tooLittle;
  return cents > maxPaymentCents ? amountMessages.tooMuch : undefined;
}

/**
 * A JSON number of US dollars with up to two decimals (requirements, "Money"), converted digit by digit to
 * whole cents. Rejects more decimals, strings, NaN, and amounts too large for cents.
 */
export const dollarAmount = z.pipe(
  z.number(amountMessages.notANumber),
  z.transform((dollars: number, { issues }) => {
    const cents = parseDollars(String(dollars));
    const message = validateAmount(cents);
    if (message !== undefined) issues.push({ code: "custom", message, input: dollars });
    return cents ?? toCents(0);
  }),
);

/** Converts whole cents to a JSON number of dollars, as some calls return them. */
export const toDollars = (cents: number): number => Number(toDollarText(cents).replaceAll(",", ""));
