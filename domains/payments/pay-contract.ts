import * as z from "zod/mini";
import { endpoint, type ResponseOf } from "#shared/http/endpoint.ts";
import { id, line } from "#shared/http/fields.ts";
import { dollarAmount } from "./amount.ts";
import { payment } from "./contract.ts";

/** The provider's id of an intent; a client secret is `{id}_secret_…`. */
const intentReference = z
  .string("Which payment?")
  .check(z.trim(), z.regex(/^[A-Za-z0-9_]{1,200}$/, "This is not a payment of this portal."));

/** What the client asks for: payer and unit come from the session, staff may name them (requirements, "`amount`, unit"). */
const wishes = {
  unitId: z.optional(z.nullable(id)),
  userId: z.optional(z.nullable(id)),
};

/** Sent by the specified client and ignored. */
const notBelieved = {
  amount: z.optional(z.unknown()),
  description: z.optional(z.unknown()),
  unitId: z.optional(z.unknown()),
};

export const createPaymentIntent = endpoint({
  method: "POST",
  path: "/api/create-payment-intent",
  action: "payments.pay",
  summary: "Begin a payment; repeated while it is open, it is the same payment",
  body: z.object({
    amount: dollarAmount,
    description: line(3, "Description must be at least 3 characters", 200),
    ...wishes,
    /** Which lease to pay for, when the payer has several. */
    leaseId: z.optional(z.nullable(id)),
    /** Settled first; then the oldest due charges, late fees last. */
    chargeIds: z.optional(z.array(id).check(z.maxLength(100, "Please name at most 100 charges."))),
  }),
  response: z.object({
    clientSecret: z.string(),
    paymentIntentId: z.string(),
    /** Why it cannot be paid online; empty when it can. */
    message: z.string(),
    /** Null: the intent serves a manual confirmation only. */
    provider: z.nullable(z.enum(["stripe", "sandbox"])),
    amountCents: z.number(),
    /** The surcharge for a card. */
    feeCents: z.number(),
    feeBasisPoints: z.number(),
    /** The billing address for the provider: the operator's, in the US, with the payer's email. */
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
  summary: "Choose the method of payment; the server sets the fee",
  ignoresIdempotencyKey: true,
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
  summary: "Record what the provider has received; of the body only paymentIntentId is used",
  ignoresIdempotencyKey: true,
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
    "Mail the receipt of the user's own payment to their own address, once; the body's address and text are not used",
  body: z.object({
    paymentIntentId: z.optional(intentReference),
    ...notBelieved,
    email: z.optional(z.unknown()),
    subject: z.optional(z.unknown()),
    html: z.optional(z.unknown()),
  }),
  response: z.object({ success: z.literal(true), message: z.string() }),
});
