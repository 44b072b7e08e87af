import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { line } from "#shared/http/fields.ts";
import { maxBankDepositPayments } from "./bank-deposits-contract.ts";

/** A lease that a payment might be for. */
export const leaseCandidate = z.object({
  id: z.number(),
  company: z.string(),
  property: z.string(),
  units: z.array(z.string()),
  /** The amount due on the lease now. */
  dueCents: z.number(),
});
export type LeaseCandidate = z.infer<typeof leaseCandidate>;

export const paymentMatch = z.object({
  /** Null if no lease is likely, or more than one. */
  lease: z.nullable(leaseCandidate),
  /** Why a lease was or wasn't selected, such as `Name and amount due match`. */
  why: z.string(),
  /** The most likely leases, if there is more than one. */
  candidates: z.array(leaseCandidate),
});
export type PaymentMatch = z.infer<typeof paymentMatch>;

export const matchPayments = endpoint({
  method: "POST",
  path: "/api/payment-matches",
  action: "payments.record",
  summary:
    "Find the leases that payments are for, by the name or unit on them and by the amount due; saves nothing",
  body: z.object({
    payments: z
      .array(
        z.object({
          /** Such as a name, a unit, or the description on a bank statement. */
          text: line(0, "", 500),
          amountCents: z.nullable(z.int("amountCents must be whole cents.")),
        }),
      )
      .check(
        z.minLength(1, "Add at least one payment."),
        z.maxLength(maxBankDepositPayments, `Send up to ${maxBankDepositPayments} payments.`),
      ),
  }),
  maxBodyBytes: 512 * 1024,
  response: z.array(paymentMatch),
});
