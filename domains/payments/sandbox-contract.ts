import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";

/** The test numbers of the sandbox (requirements, "Card provider"); its page refuses any other before it is sent. */
export const sandboxCards = {
  succeeds: "4242424242424242",
  declined: "4000000000000002",
  lacksFunds: "4000000000009995",
  asksForAStep: "4000002500003155",
  /** Succeeds; a refund fails after a short while. */
  refundFails: "4000000000005126",
  /** Succeeds; disputed after a short while, and lost as nobody answers. */
  disputed: "4000000000000259",
} as const;
export const sandboxAccounts = {
  /** Clears after a short while. */
  clears: "000123456789",
  /** Returned after a short while. */
  returned: "000111111113",
} as const;

/** What a test number stands for; undefined for any other, which must not be sent. Spaces are ignored. */
export function sandboxMeansOf<T extends Record<string, string>>(
  list: T,
  typed: string,
): keyof T | undefined {
  const digits = typed.replaceAll(/[\s-]/g, "");
  return Object.keys(list).find((means) => list[means] === digits);
}
export const notATestCard =
  "This is not a test card. Please use 4242 4242 4242 4242, or another of the list.";
export const notATestAccount =
  "This is not a test account. Please use 000123456789, or 000111111113 for one that comes back.";

/** Why the expiry date is not valid on `today` (YYYY-MM-DD); undefined when it is. */
export function expiryRefusal(expiry: string, today: string): string | undefined {
  const [, month, year] = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(\d{2})\s*$/.exec(expiry) ?? [];
  if (month === undefined) return "Please enter the expiry date as MM/YY.";
  return `20${year}-${month}` < today.slice(0, 7) ? "This card has expired." : undefined;
}
export const cvcRefusal = (cvc: string): string | undefined =>
  /^\d{3,4}$/.test(cvc.trim()) ? undefined : "Please enter the security code of the card, 3 or 4 digits.";

const byReference = z.object({
  id: z.string().check(z.regex(/^pi_[A-Za-z0-9_]{1,100}$/, "This is not a payment of the sandbox.")),
});
const secret = z
  .string("The client secret is missing.")
  .check(z.maxLength(200, "This is not a client secret."));

/** What the provider's own client library would return. */
const outcome = z.object({
  status: z.enum(["succeeded", "processing", "requires_action", "requires_payment_method", "canceled"]),
  /** Why it failed, for the payer; null when it did not. */
  error: z.nullable(z.object({ message: z.string() })),
});

export const confirmInSandbox = endpoint({
  method: "POST",
  path: "/api/sandbox/payment-intents/:id/confirm",
  action: "payments.pay",
  summary: "Pay in the sandbox: no money moves, and no number is kept",
  ignoresIdempotencyKey: true,
  params: byReference,
  body: z.object({
    clientSecret: secret,
    method: z.enum(["card", "us_bank_account"], "method must be one of card, us_bank_account."),
    cardNumber: z.optional(z.string().check(z.maxLength(30, "This number is too long."))),
    expiry: z.optional(z.string().check(z.maxLength(10, "This is not an expiry date."))),
    cvc: z.optional(z.string().check(z.maxLength(4, "This is not a security code."))),
    accountNumber: z.optional(z.string().check(z.maxLength(30, "This number is too long."))),
  }),
  response: outcome,
});

export const takeStepInSandbox = endpoint({
  method: "POST",
  path: "/api/sandbox/payment-intents/:id/step",
  action: "payments.pay",
  summary: "The extra authentication step of some cards: approve it or fail",
  ignoresIdempotencyKey: true,
  params: byReference,
  body: z.object({ clientSecret: secret, approve: z.boolean("approve must be true or false.") }),
  response: outcome,
});
