import * as z from "zod/mini";
import { endpoint, type ResponseOf } from "#shared/http/endpoint.ts";
import { id, text } from "#shared/http/fields.ts";
import { dollarAmount } from "./amount.ts";
import { payment } from "./contract.ts";

/** As the provider writes it; a client secret is `{id}_secret_…`. */
const intentReference = z
  .string("Which payment?")
  .check(z.trim(), z.regex(/^[A-Za-z0-9_]{1,200}$/, "This is no payment of this portal."));

/** Requests, not facts: payer and unit come from the session, staff may name them (requirements, "`amount`, unit"). */
const wishes = {
  unitId: z.optional(z.nullable(id)),
  userId: z.optional(z.nullable(id)),
};

/** Sent by the specified client, read by nobody. */
const notBelieved = {
  amount: z.optional(z.unknown()),
  description: z.optional(z.unknown()),
  unitId: z.optional(z.unknown()),
};

export const createPaymentIntent = endpoint({
  method: "POST",
  path: "/api/create-payment-intent",
  action: "payments.pay",
  summary: "Begin a payment; the same again, while it is open, is the same payment",
  body: z.object({
    amount: dollarAmount,
    description: text(3, "Description must be at least 3 characters", 200),
    ...wishes,
    /** Which lease, for those who have several. */
    leaseId: z.optional(z.nullable(id)),
    /** These first; then what is due longest, late fees last. */
    chargeIds: z.optional(z.array(id).check(z.maxLength(100, "Please name at most 100 charges."))),
  }),
  response: z.object({
    clientSecret: z.string(),
    paymentIntentId: z.string(),
    /** Why it cannot be paid online; empty when it can. */
    message: z.string(),
    /** Null: it serves a manual confirmation only. */
    provider: z.nullable(z.enum(["stripe", "sandbox"])),
    amountCents: z.number(),
    /** What a card costs more. */
    feeCents: z.number(),
    feeBasisPoints: z.number(),
    /** What the provider gets as the billing address: the operator's, in the US, with the payer's e-mail. */
    billing: z.object({
      email: z.string(),
      street: z.string(),
      city: z.string(),
      state: z.string(),
      zip: z.string(),
    }),
  }),
});
export type PaymentIntent = ResponseOf<typeof createPaymentIntent>;

export const updatePaymentMethod = endpoint({
  method: "POST",
  path: "/api/update-payment-method",
  action: "payments.pay",
  summary: "Say what will be paid with; the server sets the fee",
  body: z.object({
    paymentIntentId: intentReference,
    method: z
      .string("Which method?")
      .check(z.trim(), z.regex(/^[a-z][a-z0-9_]{0,39}$/, "method must be a short word, such as card.")),
  }),
  /** In US dollars. */
  response: z.object({ success: z.literal(true), processingFee: z.number(), totalAmount: z.number() }),
});

export const paymentSuccess = endpoint({
  method: "POST",
  path: "/api/payment-success",
  action: "payments.pay",
  summary: "Record what the provider has received; of the body only paymentIntentId is believed",
  body: z.object({ paymentIntentId: intentReference, ...notBelieved }),
  response: z.object({
    /** Whether the money was received. */
    success: z.boolean(),
    status: z.enum(["open", "processing", "succeeded", "canceled"]),
    payment: z.nullable(payment),
  }),
});

export const sendReceipt = endpoint({
  method: "POST",
  path: "/api/send-receipt",
  action: "payments.pay",
  summary:
    "Mail the receipt of an own payment to the own address, once; the body's address and text are not used",
  body: z.object({
    paymentIntentId: z.optional(intentReference),
    ...notBelieved,
    email: z.optional(z.unknown()),
    subject: z.optional(z.unknown()),
    html: z.optional(z.unknown()),
  }),
  response: z.object({ success: z.literal(true), message: z.string() }),
});
