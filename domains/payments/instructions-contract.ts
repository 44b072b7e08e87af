import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";

/** What a payer needs to know to pay outside of the portal; only whoever pays is told (PAY-102, CON-19). */
export const paymentInstructions = z.object({
  /** Who is paid. */
  payee: z.string(),
  /** Where Zelle sends it, an e-mail address or a phone number; empty when it is not set. */
  zelleHandle: z.string(),
  /** Questions and proofs go there; empty when it is not set. */
  accountingEmail: z.string(),
  /** How a payment is split by estimate, in tenths of a percent (PAY-16). */
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
  summary: "Whom a payment goes to outside of the portal, and how it is split by estimate",
  response: paymentInstructions,
});
