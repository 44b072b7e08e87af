import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";

/** What a payer needs to know to pay outside of the portal; shown only to users who pay (PAY-102, CON-19). */
export const paymentInstructions = z.object({
  /** The recipient of payments. */
  payee: z.string(),
  /** The recipient for Zelle, an email address or a phone number; empty when it is not set. */
  zelleHandle: z.string(),
  /** The address for questions and proofs; empty when it is not set. */
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
  summary: "The recipient of payments made outside of the portal, and the estimated breakdown",
  response: paymentInstructions,
});
