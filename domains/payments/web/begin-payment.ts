import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { ApiError, send } from "#web/api-client.ts";
import { useUser } from "#web/session/session.tsx";
import { toast } from "#web/ui/toast.tsx";
import { dollarsSent } from "../amount.ts";
import { createPaymentIntent, type PaymentIntent } from "../pay-contract.ts";
import { keepDetails } from "./kept-details.ts";
import type { PaymentDetails } from "./payment-details.ts";

/**
 * PAY-24 to PAY-27: creates the payment intent. The server returns the same intent for the same content, so a second
 * press, a retry or a reload starts no second payment.
 */
export function useBeginPayment() {
  const { id: userId } = useUser();
  return useMutation({
    mutationFn: async (details: PaymentDetails) => {
      const { amountCents, description, unitId, leaseId, chargeIds } = details;
      const amount = dollarsSent(amountCents);
      keepDetails({ amount, description, unitId });
      const body = { amount, description, unitId, userId, leaseId, chargeIds };
      return begin(body);
    },
    onError: (error) =>
      toast({ title: "Payment Error", description: sentenceOf(error), variant: "destructive" }),
  });
}

class NoSecret extends Error {}

async function begin(body: object): Promise<PaymentIntent> {
  const fetched = await send(createPaymentIntent.method, createPaymentIntent.path, body);
  const response: unknown = await fetched.json();
  const { clientSecret, message } = z.parse(whatIsSaid, response);
  if (!clientSecret) throw new NoSecret(message || "Failed to get client secret from server");
  return z.parse(createPaymentIntent.response, response);
}

const whatIsSaid = z.object({ clientSecret: z.optional(z.string()), message: z.optional(z.string()) });

function sentenceOf(error: unknown): string {
  if (error instanceof NoSecret) return error.message;
  if (error instanceof ApiError && error.hasBody) return error.userMessage;
  return "There was a problem initiating your payment. Please try again.";
}
