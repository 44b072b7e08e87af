import * as z from "zod/mini";
import { endpoint, type ResponseOf } from "#shared/http/endpoint.ts";
import { id, line } from "#shared/http/fields.ts";
import { dollarAmount } from "./amount.ts";
import { payment } from "./contract.ts";

/** The provider's id of a payment intent. A client secret is `{id}_secret_…`. */
const intentReference = z
  .string("Payment is required.")
  .check(z.trim(), z.regex(/^[A-Za-z0-9_]{1,200}$/, "This payment isn't from this portal."));

/**
 * The unit and payer that staff can specify. Otherwise, they come from the session (requirements, "`amount`,
 * unit").
 */
const requestedFields = {
  unitId: z.optional(z.nullable(id)),
  userId: z.optional(z.nullable(id)),
};

/** Fields the specified client sends and the server ignores. */
const ignoredFields = {
  amount: z.optional(z.unknown()),
  description: z.optional(z.unknown()),
  unitId: z.optional(z.unknown()),
};

export const createPaymentIntent = endpoint({
  method: "POST",
  path: "/api/create-payment-intent",
  action: "payments.pay",
  summary: "Start a payment; repeating the call returns the same payment while it's open",
  body: z.object({
    amount: dollarAmount,
    description: line(3, "Description must be at least 3 characters", 200),
    ...requestedFields,
    /** The lease to pay for, if the payer has more than one. */
    leaseId: z.optional(z.nullable(id)),
    /** The charges to pay first. The rest goes to due charges, then to later ones. */
    chargeIds: z.optional(z.array(id).check(z.maxLength(100, "You can select up to 100 charges."))),
  }),
  response: z.object({
    clientSecret: z.string(),
    paymentIntentId: z.string(),
    /** Why the payment can't be made online. Empty if it can. */
    message: z.string(),
    /** Null if the intent only serves a manual confirmation. */
    provider: z.nullable(z.enum(["stripe", "sandbox"])),
    amountCents: z.number(),
    /** The card surcharge. */
    feeCents: z.number(),
    feeBasisPoints: z.number(),
    /** The billing address for the provider: the operator's, in the US, with the payer's email address. */
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
  summary: "Set the payment method; the server calculates the fee",
  ignoresIdempotencyKey: true,
  body: z.object({
    paymentIntentId: intentReference,
    method: z
      .string("Payment method is required.")
      .check(z.trim(), z.regex(/^[a-z][a-z0-9_]{0,39}$/, "method must be a single word, such as card.")),
  }),
  /** In US dollars. */
  response: z.object({ success: z.literal(true), processingFee: z.number(), totalAmount: z.number() }),
});

export const paymentSuccess = endpoint({
  method: "POST",
  path: "/api/payment-success",
  action: "payments.pay",
  summary: "Record a completed provider payment; only paymentIntentId is read from the body",
  ignoresIdempotencyKey: true,
  body: z.object({ paymentIntentId: intentReference, ...ignoredFields }),
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
    "Email the user's own receipt to their own address, once; the address and text in the body are ignored",
  body: z.object({
    paymentIntentId: z.optional(intentReference),
    ...ignoredFields,
    email: z.optional(z.unknown()),
    subject: z.optional(z.unknown()),
    html: z.optional(z.unknown()),
  }),
  response: z.object({ success: z.literal(true), message: z.string() }),
});
