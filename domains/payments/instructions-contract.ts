import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";

/** The information for paying outside the portal. Only users who pay can see it (PAY-102, CON-19). */
export const paymentInstructions = z.object({
  /** The payee. */
  payee: z.string(),
  /** The Zelle recipient, an email address or a phone number. Empty if not set. */
  zelleHandle: z.string(),
  /** The email address for questions and proof of payment. Empty if not set. */
  accountingEmail: z.string(),
  /** The estimated breakdown of a payment, in tenths of a percent (PAY-16). */
  shares: z.object({
    rentSharePermille: z.number(),
    commonAreaSharePermille: z.number(),
    utilitiesSharePermille: z.number(),
  }),
});
export type PaymentInstructions = z.infer<typeof paymentInstructions>;

export const readPaymentInstructions = endpoint({
  method: "GET",
  path: "/api/payments/instructions",
  action: "payments.pay",
  summary: "Get the payee for manual payments and the estimated breakdown",
  response: paymentInstructions,
});
