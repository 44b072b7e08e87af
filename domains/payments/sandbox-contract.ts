import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";

/**
 * The sandbox's test numbers (requirements, "Card provider"). The payment page rejects any other number
 * before it is sent.
 */
export const sandboxCards = {
  succeeds: "4242424242424242",
  declined: "4000000000000002",
  lacksFunds: "4000000000009995",
  requiresExtraStep: "4000002500003155",
  /** The payment succeeds, but a refund fails shortly after. */
  refundFails: "4000000000005126",
  /** The payment succeeds, is disputed shortly after, and the dispute is lost because no one responds. */
  disputed: "4000000000000259",
} as const;
export const sandboxAccounts = {
  /** Clears shortly after. */
  clears: "000123456789",
  /** Returned shortly after. */
  returned: "000111111113",
} as const;

/**
 * Returns the key of a test number, ignoring spaces and dashes. Undefined for any other number, which must
 * not be sent.
 */
export function findTestNumberKey<TestNumbers extends Record<string, string>>(
  testNumbers: TestNumbers,
  enteredNumber: string,
): keyof TestNumbers | undefined {
  const digits = enteredNumber.replaceAll(/[\s-]/g, "");
  return Object.keys(testNumbers).find((key) => testNumbers[key] === digits);
}

/** Returns why the text isn't a test card's number. Undefined if it is. */
export function validateTestCard(number: string): string | undefined {
  if (number.trim() === "") return "Enter a test card number, or choose one under “Test numbers.”";
  return findTestNumberKey(sandboxCards, number) === undefined
    ? "That's not a test card. Use 4242 4242 4242 4242 or another from the list."
    : undefined;
}

/** Returns why the text isn't a test account's number. Undefined if it is. */
export function validateTestAccount(number: string): string | undefined {
  if (number.trim() === "") return "Enter a test account number, or choose one under “Test numbers.”";
  return findTestNumberKey(sandboxAccounts, number) === undefined
    ? "That's not a test account. Use 000123456789, or 000111111113 to simulate a returned payment."
    : undefined;
}

/** Returns why the expiration date isn't valid on `today` (YYYY-MM-DD). Undefined if it is. */
export function validateExpiration(expiration: string, today: string): string | undefined {
  const [, month, year] = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(\d{2})\s*$/.exec(expiration) ?? [];
  if (month === undefined) return "Please enter the expiration date as MM/YY.";
  return `20${year}-${month}` < today.slice(0, 7) ? "This card has expired." : undefined;
}
export const validateCvc = (cvc: string): string | undefined =>
  /^\d{3,4}$/.test(cvc.trim()) ? undefined : "Enter the card's 3- or 4-digit security code.";

const intentParams = z.object({
  id: z.string().check(z.regex(/^pi_[A-Za-z0-9_]{1,100}$/, "This isn't a sandbox payment.")),
});
const clientSecret = z
  .string("The client secret is missing.")
  .check(z.maxLength(200, "This isn't a client secret."));

/** The result the provider's own client library would return. */
const outcome = z.object({
  status: z.enum(["succeeded", "processing", "requires_action", "requires_payment_method", "canceled"]),
  /** Why the payment failed, for the payer. Null if it didn't. */
  error: z.nullable(z.object({ message: z.string() })),
});

export const confirmInSandbox = endpoint({
  method: "POST",
  path: "/api/sandbox/payment-intents/:id/confirm",
  action: "payments.pay",
  summary: "Pay in the sandbox: no money moves and no card numbers are stored",
  ignoresIdempotencyKey: true,
  params: intentParams,
  body: z.object({
    clientSecret,
    method: z.enum(["card", "us_bank_account"], "method must be one of card, us_bank_account."),
    cardNumber: z.optional(z.string().check(z.maxLength(30, "This number is too long."))),
    expiration: z.optional(z.string().check(z.maxLength(10, "This isn't an expiration date."))),
    cvc: z.optional(z.string().check(z.maxLength(4, "This isn't a security code."))),
    accountNumber: z.optional(z.string().check(z.maxLength(30, "This number is too long."))),
  }),
  response: outcome,
});

export const authenticateInSandbox = endpoint({
  method: "POST",
  path: "/api/sandbox/payment-intents/:id/step",
  action: "payments.pay",
  summary: "Approve or fail the extra authentication step some cards require",
  ignoresIdempotencyKey: true,
  params: intentParams,
  body: z.object({ clientSecret, approve: z.boolean("approve must be true or false.") }),
  response: outcome,
});
