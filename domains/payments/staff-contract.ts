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
  summary: "Record a payment that was received outside of the portal",
  params: byId,
  body: z.object({
    amountCents,
    onDay: day("Please enter the day on which it was received"),
    method: z.enum(receivedMethods, `method must be one of ${receivedMethods.join(", ")}.`),
    /** Such as the number of a check. */
    reference: z.optional(line(0, "", 100)),
    note: z.optional(text(0, "", 500)),
    /** Settled first; then the oldest due charges, late fees last. */
    chargeIds: z.optional(z.array(id).check(z.maxLength(100, "Please name at most 100 charges."))),
  }),
  response: z.object({ entryId: z.number(), account: leaseAccount }),
  status: 201,
});

export const refundPayment = endpoint({
  method: "POST",
  path: "/api/payments/:id/refunds",
  action: "payments.refund",
  summary: "Refund a payment, or a part of it, with its card fee in proportion",
  params: byId,
  body: z.object({
    amountCents,
    reason: text(3, "Please give the reason, in 3 characters or more", 500),
  }),
  response: readPayment.response,
  status: 201,
});

export const mailReceipt = endpoint({
  method: "POST",
  path: "/api/payments/:id/receipt/mails",
  action: "payments.mail-receipt",
  summary: "Mail the receipt of a payment to the payer again, at most three times",
  params: byId,
  response: z.object({ success: z.literal(true), message: z.string() }),
});
