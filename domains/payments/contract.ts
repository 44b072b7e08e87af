import * as z from "zod/mini";
import { reversalCauses } from "#domains/ledger/accounts.ts";
import { amountsDue } from "#domains/ledger/amounts-due.ts";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day, idInPath, idsInQuery } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { paymentMethods } from "./methods.ts";

/**
 * `completed`: received, even if partly refunded. `refunded`: refunded in full. `returned`: bounced, or lost
 * to a dispute. `mistake`: entered by mistake. `moved`: moved to another lease. `overdue`: not a payment but
 * a charge past its due date that isn't fully paid (DASH-26). `failed`: a bank debit that was never received.
 */
export const paymentStatuses = ["completed", "refunded", ...reversalCauses, "failed", "overdue"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * A payment that was received, a bank debit that failed, or a charge that is overdue (PAY-05, PAY-06;
 * requirements, "PAY shape").
 */
export const payment = z.object({
  /** The id of the ledger entry, or of the failed bank debit. No two of them share an id. */
  id: z.number(),
  description: z.string(),
  /** Null for an overdue charge. */
  method: z.nullable(z.enum(paymentMethods)),
  /** The principal, without the fee, such as `$2,500.00`. */
  amountFormatted: z.string(),
  amountCents: z.number(),
  feeCents: z.number(),
  refundedCents: z.number(),
  /** The part of the fee that was refunded. */
  feeRefundedCents: z.number(),
  status: z.enum(paymentStatuses),
  /** Null unless it was received. */
  paidAt: z.nullable(z.string()),
  /** The date from which the payment counts, in the property's time zone. Null unless it was received. */
  paidOn: z.nullable(z.string()),
  /** The date on which a bank debit failed, in the property's time zone. Null for all others. */
  failedOn: z.nullable(z.string()),
  /** Why a bank debit failed. Empty for all others. */
  problem: z.string(),
  /** The due date of a charge. Null for a payment. */
  dueOn: z.nullable(z.string()),
  createdAt: z.string(),
  /** The payer. Null if only the company is known. */
  user: z.nullable(z.object({ fullName: z.string() })),
  /** The first unit of the lease. */
  unit: z.nullable(z.object({ unitNumber: z.string() })),
  receiptNumber: z.nullable(z.number()),
  /** Such as a check number. */
  reference: z.string(),
  /** The brand of the card or the name of the bank, and the last four digits. Empty if unknown. */
  brand: z.string(),
  lastFour: z.string(),
  leaseId: z.number(),
  company: z.string(),
  companyId: z.number(),
  property: z.object({ id: z.number(), name: z.string() }),
  /** For staff, whether it's a check or cash that can be added to a bank deposit. */
  canDeposit: z.boolean(),
  /** The newest dispute, with the provider's state and reason. Null if there is none. */
  dispute: z.nullable(z.object({ state: z.string(), reason: z.string() })),
});
export type Payment = z.infer<typeof payment>;

export const listPayments = endpoint({
  method: "GET",
  path: "/api/payments",
  action: "payments.list",
  summary: "List payments received, failed bank debits, and overdue charges, newest first",
  query: z.object({
    ...paging,
    status: z.optional(z.enum(paymentStatuses, `status must be one of ${paymentStatuses.join(", ")}.`)),
    method: z.optional(z.enum(paymentMethods, `method must be one of ${paymentMethods.join(", ")}.`)),
    /** The range of dates from which payments count or on which charges are due, at the property. */
    from: z.optional(day("from must be a date, YYYY-MM-DD.")),
    to: z.optional(day("to must be a date, YYYY-MM-DD.")),
    propertyId: z.optional(idInPath),
    unitId: z.optional(idInPath),
    leaseId: z.optional(idInPath),
    bankDepositId: z.optional(idInPath),
    /** Checks and cash that aren't in a bank deposit. */
    deposited: z.optional(z.enum(["no"], "deposited must be no.")),
    /** Payments and bank debits that the bank returned in the last 90 days and whose charges are still unpaid. */
    returned: z.optional(z.enum(["unpaid"], "returned must be unpaid.")),
    ids: z.optional(idsInQuery),
    q: z.optional(z.string().check(z.trim(), z.maxLength(100, "Searches can be up to 100 characters."))),
  }),
  response: z.array(payment),
});

export const exportPayments = csvEndpoint(listPayments);

/** A payment that hasn't been received yet: a bank debit that is clearing, or a confirmation under review. */
export const pendingPayment = z.object({
  kind: z.enum(["clearing", "confirmation"]),
  /** The id of the payment intent or of the confirmation. */
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
export type PendingPayment = z.infer<typeof pendingPayment>;

export const listPendingPayments = endpoint({
  method: "GET",
  path: "/api/payments/pending",
  action: "payments.list",
  summary: "List pending payments: bank debits clearing and confirmations under review, newest first",
  query: z.object({ limit: paging.limit, leaseId: z.optional(idInPath) }),
  response: z.array(pendingPayment),
});

/** The figures on the cards above the payment history, in cents (PAY-11). */
export const paymentSummary = z.object({
  /** A positive amount is due, a negative one is a credit. */
  currentBalance: z.number(),
  /**
   * `YYYY-MM-DD`: the due date of the oldest unpaid charge, or the next due date according to the lease
   * terms.
   */
  nextDueDate: z.nullable(z.string()),
  lastPayment: z.nullable(
    z.object({
      amountCents: z.number(),
      feeCents: z.number(),
      paidAt: z.string(),
      /** The date at the property from which the payment counts. */
      paidOn: z.string(),
      description: z.string(),
    }),
  ),
  /** The principal received this year, minus refunds. */
  yearToDate: z.number(),
  /** The amounts that make up the balance, and the payments on their way. */
  amounts: amountsDue,
  /** The amount to suggest paying on a tenant's leases or on one lease. 0 for all of a manager's leases. */
  suggestedCents: z.number(),
});
export type PaymentSummary = z.infer<typeof paymentSummary>;

export const readPaymentSummary = endpoint({
  method: "GET",
  path: "/api/payments/summary",
  action: "payments.list",
  summary: "Get balance, next due date, last payment, and year-to-date total for your leases or one lease",
  query: z.object({ leaseId: z.optional(idInPath) }),
  response: paymentSummary,
});

/** A payment with the charges it was applied to, its refunds, and its disputes. */
export const readPayment = endpoint({
  method: "GET",
  path: "/api/payments/:id",
  action: "payments.list",
  summary: "Get one payment and its receipt details",
  params: byId,
  response: z.extend(payment, {
    receipt: z.object({
      number: z.number(),
      /** The time of an online payment, at the property. */
      paidTime: z.nullable(z.string()),
      organization: z.object({ name: z.string(), address: z.array(z.string()), email: z.string() }),
      /**
       * The charges the payment was first applied to, and the unapplied credit. They add up to the principal.
       */
      lines: z.array(z.object({ description: z.string(), amountCents: z.number() })),
      totalCents: z.number(),
      /** How many times the receipt was emailed. */
      timesEmailed: z.number(),
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
        /**
         * The date from which the refund counts, in the property's time zone. Null while the refund is only
         * requested.
         */
        refundedOn: z.nullable(z.string()),
        who: z.nullable(z.string()),
      }),
    ),
    /** The bank deposit that includes the payment. For staff only. */
    bankDeposit: z.nullable(z.object({ id: z.number(), depositedOn: z.string() })),
    disputes: z.array(
      z.object({
        id: z.number(),
        amountCents: z.number(),
        state: z.string(),
        reason: z.string(),
        respondBy: z.nullable(z.string()),
        openedAt: z.string(),
      }),
    ),
    /** The date of the reversal if the payment is moved and the month of `paidOn` is closed. Null if it's open. */
    reversedOn: z.nullable(z.string()),
    /** The part of the payment that isn't applied to a charge. A refund uses it first. */
    unappliedCents: z.number(),
    can: z.object({
      /** The part of the principal that this user can still refund. */
      refundCents: z.number(),
      emailReceipt: z.boolean(),
      /** Whether the user can move the payment to another lease, or reverse it. */
      move: z.boolean(),
    }),
  }),
});
export type PaymentDetails = z.infer<(typeof readPayment)["response"]>;
