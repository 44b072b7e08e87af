import * as z from "zod/mini";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day, id, idInPath, line, text } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { dollarAmount } from "./amount.ts";
import { manualMethods } from "./methods.ts";
import { samePayment } from "./same-payment.ts";

export const confirmationStates = ["pending", "approved", "rejected", "withdrawn"] as const;

/** 10 x 1024 x 1024 bytes (requirements, "10 MB"). */
export const maxProofBytes = 10 * 1024 * 1024;

/**
 * A payer's report of a payment made outside the portal. The balance doesn't change until the report is
 * approved.
 */
export const confirmation = z.object({
  id: z.number(),
  amountCents: z.number(),
  amountFormatted: z.string(),
  description: z.string(),
  method: z.enum(manualMethods),
  transactionId: z.string(),
  /** `YYYY-MM-DD` at the property. */
  paymentDate: z.string(),
  /** The date a pending payment gets if the month of `paymentDate` is closed. Null if it's open. */
  datedOn: z.nullable(z.string()),
  notes: z.string(),
  state: z.enum(confirmationStates),
  /** Why it was rejected, or approved with a different amount or date. */
  reason: z.string(),
  createdAt: z.string(),
  reviewedAt: z.nullable(z.string()),
  /** The person who approved or rejected it, or who withdrew it for someone else. */
  reviewer: z.nullable(z.string()),
  user: z.object({ id: z.number(), fullName: z.string() }),
  leaseId: z.number(),
  company: z.string(),
  companyId: z.number(),
  property: z.object({ id: z.number(), name: z.string() }),
  unit: z.nullable(z.object({ unitNumber: z.string() })),
  /** The URL of the file. A photo also has a thumbnail at the same URL with `?size=thumbnail`. */
  proof: z.nullable(z.object({ name: z.string(), url: z.string(), isPhoto: z.boolean() })),
  /**
   * How many other confirmations (except rejected and withdrawn ones) and payments without a confirmation have the same
   * method and reference.
   */
  sameReference: z.number(),
  /** For reviewers, the recorded payment that a pending confirmation would post again. */
  samePayment: z.nullable(samePayment),
  /** The payment posted when the confirmation was approved. */
  paymentId: z.nullable(z.number()),
  version: z.number(),
  /**
   * `reportAgain`: whether the user's own confirmation was rejected in the last 30 days and they've reported
   * or paid nothing since.
   */
  can: z.object({
    review: z.boolean(),
    addProof: z.boolean(),
    reportAgain: z.boolean(),
    withdraw: z.boolean(),
  }),
});
export type Confirmation = z.infer<typeof confirmation>;

export const confirmPayment = endpoint({
  method: "POST",
  path: "/api/manual-payment-confirmations",
  action: "payments.confirm",
  summary: "Report a payment made outside the portal; safe to retry",
  body: z.object({
    amount: dollarAmount,
    description: line(3, "Description must be at least 3 characters", 200),
    method: z.enum(manualMethods, "Please select a payment method"),
    transactionId: line(3, "Please enter a valid confirmation or transaction ID", 100),
    paymentDate: day("Please select the payment date"),
    notes: z.optional(z.nullable(text(0, "", 1_000))),
    /** Requested by the client. The server decides. */
    userId: z.optional(z.nullable(id)),
    unitId: z.optional(z.nullable(id)),
    leaseId: z.optional(z.nullable(id)),
  }),
  response: z.object({ success: z.literal(true), message: z.string(), confirmation }),
  status: 201,
});

export const listConfirmations = endpoint({
  method: "GET",
  path: "/api/manual-payment-confirmations",
  action: "payments.list",
  summary: "List manual payment confirmations, newest first",
  query: z.object({
    ...paging,
    state: z.optional(z.enum(confirmationStates, `state must be one of ${confirmationStates.join(", ")}.`)),
    propertyId: z.optional(idInPath),
    leaseId: z.optional(idInPath),
  }),
  response: z.array(confirmation),
});

export const exportConfirmations = csvEndpoint(listConfirmations);

export const addProof = endpoint({
  method: "POST",
  path: "/api/manual-payment-confirmations/:id/proof",
  action: "payments.confirm",
  summary: "Attach a photo or PDF as proof to a pending confirmation",
  ignoresIdempotencyKey: true,
  params: byId,
  files: { name: "proof", maxCount: 1, maxBytes: maxProofBytes },
  response: confirmation,
});

export const readProof = endpoint({
  method: "GET",
  path: "/api/manual-payment-confirmations/:id/proof",
  action: "payments.list",
  summary: "Download a confirmation's proof of payment; photos also have thumbnails",
  params: byId,
  query: z.object({ size: z.optional(z.enum(["thumbnail"], "size must be thumbnail.")) }),
  response: z.unknown(),
  responseKind: "file",
});

export const approveConfirmation = endpoint({
  method: "POST",
  path: "/api/manual-payment-confirmations/:id/approve",
  action: "payments.review",
  summary:
    "Approve a confirmation and post the payment (with a reason if the amount or date changes); you can't approve your own",
  versioned: true,
  params: byId,
  body: z.object({
    amount: z.optional(dollarAmount),
    paymentDate: z.optional(day("Please select the payment date")),
    reason: z.optional(text(0, "", 500)),
  }),
  response: confirmation,
});

export const withdrawConfirmation = endpoint({
  method: "POST",
  path: "/api/manual-payment-confirmations/:id/withdraw",
  action: "payments.confirm",
  summary: "Withdraw a pending confirmation that you or a tenant on your lease reported by mistake",
  params: byId,
  response: confirmation,
});

export const rejectConfirmation = endpoint({
  method: "POST",
  path: "/api/manual-payment-confirmations/:id/reject",
  action: "payments.review",
  summary: "Reject a confirmation with a reason; you can't reject your own",
  versioned: true,
  params: byId,
  body: z.object({ reason: text(3, "Please enter a reason (at least 3 characters)", 500) }),
  response: confirmation,
});
