import * as z from "zod/mini";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day, idInPath } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { paymentMethods } from "./methods.ts";

/**
 * completed: received, even when a part was refunded; refunded: in full; returned: it bounced or was lost to a
 * dispute; overdue: not a payment, but a charge past its due day that is not covered (DASH-26).
 */
export const paymentStatuses = ["completed", "refunded", "returned", "overdue"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Money that was received or is overdue (PAY-05, PAY-06; requirements, "PAY shape"). */
export const payment = z.object({
  /** The id of its ledger entry. */
  id: z.number(),
  description: z.string(),
  /** Null for an overdue charge. */
  method: z.nullable(z.enum(paymentMethods)),
  /** The principal, without the fee: `$2,500.00`. */
  amountFormatted: z.string(),
  amountCents: z.number(),
  feeCents: z.number(),
  refundedCents: z.number(),
  status: z.enum(paymentStatuses),
  /** Null for an overdue charge. */
  paidAt: z.nullable(z.string()),
  /** The day at the property from which it counts; null for an overdue charge. */
  paidOn: z.nullable(z.string()),
  /** The due date of a charge; null for a payment. */
  dueOn: z.nullable(z.string()),
  createdAt: z.string(),
  /** The payer; null when only the company is known. */
  user: z.nullable(z.object({ fullName: z.string() })),
  /** The first unit of the lease. */
  unit: z.nullable(z.object({ unitNumber: z.string() })),
  receiptNumber: z.nullable(z.number()),
  /** Such as the number of a check. */
  reference: z.string(),
  leaseId: z.number(),
  company: z.string(),
  companyId: z.number(),
  property: z.object({ id: z.number(), name: z.string() }),
  /** Its newest dispute, in the provider's words; null when there is none. */
  dispute: z.nullable(z.object({ state: z.string(), reason: z.string() })),
});
export type Payment = z.infer<typeof payment>;

export const listPayments = endpoint({
  method: "GET",
  path: "/api/payments",
  action: "payments.list",
  summary: "Payments received, and charges past their due day that are not covered; newest first",
  query: z.object({
    ...paging,
    status: z.optional(z.enum(paymentStatuses, `status must be one of ${paymentStatuses.join(", ")}.`)),
    method: z.optional(z.enum(paymentMethods, `method must be one of ${paymentMethods.join(", ")}.`)),
    /** The days at the property on which payments count and charges are due. */
    from: z.optional(day("from must be a day, YYYY-MM-DD.")),
    to: z.optional(day("to must be a day, YYYY-MM-DD.")),
    propertyId: z.optional(idInPath),
    unitId: z.optional(idInPath),
    leaseId: z.optional(idInPath),
    q: z.optional(z.string().check(z.trim(), z.maxLength(100, "Please search for at most 100 characters."))),
  }),
  response: z.array(payment),
});

export const exportPayments = csvOf(listPayments);

/** A payment that is not received yet: a bank debit that is clearing, or a confirmation that waits for review. */
export const paymentUnderWay = z.object({
  kind: z.enum(["clearing", "confirmation"]),
  /** The id of the intent or of the confirmation. */
  id: z.number(),
  description: z.string(),
  method: z.string(),
  amountCents: z.number(),
  amountFormatted: z.string(),
  since: z.string(),
  leaseId: z.number(),
  company: z.string(),
  companyId: z.number(),
  user: z.object({ fullName: z.string() }),
});
export type PaymentUnderWay = z.infer<typeof paymentUnderWay>;

export const listPaymentsUnderWay = endpoint({
  method: "GET",
  path: "/api/payments/under-way",
  action: "payments.list",
  summary: "Payments on their way: debits that clear, and confirmations that wait for review; newest first",
  query: z.object({ limit: paging.limit, leaseId: z.optional(idInPath) }),
  response: z.array(paymentUnderWay),
});

/** The figures of the cards above the history, in cents (PAY-11). */
export const paymentSummary = z.object({
  /** Positive is owed, negative is credit. */
  currentBalance: z.number(),
  /** `YYYY-MM-DD`: the oldest day with something open, else the next by the terms. */
  nextDueDate: z.nullable(z.string()),
  lastPayment: z.nullable(
    z.object({
      amountCents: z.number(),
      paidAt: z.string(),
      /** The day at the property that it counts from. */
      paidOn: z.string(),
      description: z.string(),
    }),
  ),
  /** The principal received this year, less what was refunded. */
  yearToDate: z.number(),
  /** Open charges due before today. */
  overdue: z.number(),
  /** Open charges due today or before. */
  dueNow: z.number(),
});
export type PaymentSummary = z.infer<typeof paymentSummary>;

export const readPaymentSummary = endpoint({
  method: "GET",
  path: "/api/payments/summary",
  action: "payments.list",
  summary:
    "Balance, next due day, last payment and the year to date of the leases within the access scope, or of one",
  query: z.object({ leaseId: z.optional(idInPath) }),
  response: paymentSummary,
});

/** What a payment settled, with its refunds and disputes. */
export const readPayment = endpoint({
  method: "GET",
  path: "/api/payments/:id",
  action: "payments.list",
  summary: "A payment with the contents of its receipt",
  params: byId,
  response: z.extend(payment, {
    receipt: z.object({
      number: z.number(),
      organisation: z.object({ name: z.string(), address: z.array(z.string()), email: z.string() }),
      /** The charges it settled when it was received, and what was left as credit; they add up to the principal. */
      lines: z.array(z.object({ description: z.string(), amountCents: z.number() })),
      totalCents: z.number(),
      /** How often the receipt was mailed. */
      mailed: z.number(),
    }),
    refunds: z.array(
      z.object({
        id: z.number(),
        amountCents: z.number(),
        feeCents: z.number(),
        reason: z.string(),
        state: z.enum(["requested", "pending", "done", "failed"]),
        problem: z.string(),
        madeAt: z.string(),
        who: z.nullable(z.string()),
      }),
    ),
    disputes: z.array(
      z.object({
        id: z.number(),
        amountCents: z.number(),
        state: z.string(),
        reason: z.string(),
        answerBy: z.nullable(z.string()),
        openedAt: z.string(),
      }),
    ),
    may: z.object({
      /** How much of the principal may still be refunded; 0 when nothing, or not by this user. */
      refundCents: z.number(),
      mailReceipt: z.boolean(),
    }),
  }),
});
export type PaymentDetails = z.infer<(typeof readPayment)["response"]>;
