import * as z from "zod/mini";
import { centsOf, dollarsOf } from "#shared/format/dollars.ts";
import { type Cents, formatCents, toCents } from "#shared/format/money.ts";

/** The smallest payment, also named by the form (CON-09, PAY-21). */
export const paymentMin: Cents = toCents(50);
export const paymentMax: Cents = toCents(5_000_000);

export const defaultPayment = { amountCents: toCents(250_000), description: "Monthly Rent Payment" } as const;
export const defaultCheckout = { amountCents: toCents(0), description: "Rent Payment" } as const;

export const amountMessages = {
  notANumber: "Amount must be a valid number",
  tooLittle: `Amount must be at least ${formatCents(paymentMin)}`,
  tooMuch: `Amount must be at most ${formatCents(paymentMax)}`,
} as const;

/** Why an amount cannot be paid; undefined when it can. */
export function refusalOf(cents: Cents | undefined): string | undefined {
  if (cents === undefined) return amountMessages.notANumber;
  if (cents < paymentMin) return amountMessages.tooLittle;
  return cents > paymentMax ? amountMessages.tooMuch : undefined;
}

/**
 * US dollars as a JSON number with at most two decimals (requirements, "Money"), converted digit by digit to whole cents.
 * More decimals, strings, NaN and amounts too large for cents are refused.
 */
export const dollarAmount = z.pipe(
  z.number(amountMessages.notANumber),
  z.transform((dollars: number, { issues }) => {
    const cents = centsOf(String(dollars));
    const message = refusalOf(cents);
    if (message !== undefined) issues.push({ code: "custom", message, input: dollars });
    return cents ?? toCents(0);
  }),
);

/** Whole cents as a JSON number of dollars, as some calls return them. */
export const dollarsSent = (cents: number): number => Number(dollarsOf(cents).replaceAll(",", ""));
