import * as z from "zod/mini";
import { cents } from "#domains/leases/terms.ts";
import { leaseAccount } from "#domains/ledger/contract.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day, id, line, text } from "#shared/http/fields.ts";
import { readPayment } from "./contract.ts";
import { receivedMethods } from "./methods.ts";

const amountCents = cents("Please enter an amount above $0.00");

export const receivePayment = endpoint({
  method: "POST",
  path: "/api/leases/:id/payments",
  action: "payments.record",
  summary: "Record a payment received outside the portal",
  params: byId,
  body: z.object({
    amountCents,
    onDay: day("Please enter the date received"),
    method: z.enum(receivedMethods, `method must be one of ${receivedMethods.join(", ")}.`),
    /** Such as a check number. */
    reference: z.optional(line(0, "", 100)),
    note: z.optional(text(0, "", 500)),
    /** The charges to pay first. The rest goes to due charges, then to later ones. */
    chargeIds: z.optional(z.array(id).check(z.maxLength(100, "You can select up to 100 charges."))),
  }),
  response: z.object({ entryId: z.number(), account: leaseAccount }),
  status: 201,
});

export const refundPayment = endpoint({
  method: "POST",
  path: "/api/payments/:id/refunds",
  action: "payments.refund",
  summary: "Refund all or part of a payment, with the card fee in proportion",
  params: byId,
  body: z.object({
    amountCents,
    reason: text(3, "Please enter a reason (at least 3 characters)", 500),
  }),
  response: readPayment.response,
  status: 201,
});

export const movePayment = endpoint({
  method: "POST",
  path: "/api/payments/:id/move",
  action: "payments.move",
  summary: "Move a payment that was entered on the wrong lease to another lease, with a new receipt",
  params: byId,
  body: z.object({
    leaseId: z.int("Please select a lease"),
    reason: text(3, "Please enter a reason (at least 3 characters)", 500),
  }),
  response: readPayment.response,
  status: 201,
});

export const resendReceipt = endpoint({
  method: "POST",
  path: "/api/payments/:id/receipt/emails",
  action: "payments.email-receipt",
  summary: "Resend a receipt to the payer, up to three times",
  params: byId,
  response: z.object({ success: z.literal(true), message: z.string() }),
});
