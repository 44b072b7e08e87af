import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { ApiError, send } from "#web/api-client.ts";
import { useUser } from "#web/session/session.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { toDollars } from "../../amount.ts";
import { createPaymentIntent, type PaymentIntent } from "../../pay-contract.ts";
import { savePaymentDetails } from "../checkout/saved-payment-details.ts";
import type { PaymentToMake } from "./payment-to-make.ts";

/**
 * Creates the payment intent (PAY-24 to PAY-27). The server returns the same intent for the same content, so
 * a second click, a retry, or a reload doesn't start a second payment.
 */
export function useStartPayment() {
  const { id: userId } = useUser();
  return useMutation({
    mutationFn: async (details: PaymentToMake) => {
      const { amountCents, description, unitId, leaseId, chargeIds } = details;
      const amount = toDollars(amountCents);
      savePaymentDetails({ amount, description, unitId });
      const body = { amount, description, unitId, userId, leaseId, chargeIds };
      return createIntent(body);
    },
    onError: (error) =>
      toast({ title: "Payment Error", description: getErrorMessage(error), variant: "destructive" }),
  });
}

class NoClientSecretError extends Error {}

async function createIntent(body: object): Promise<PaymentIntent> {
  const response = await send(createPaymentIntent.method, createPaymentIntent.path, body);
  const content: unknown = await response.json();
  const { clientSecret, message } = z.parse(intentResponse, content);
  if (!clientSecret) throw new NoClientSecretError(message || "Failed to get client secret from server");
  return z.parse(createPaymentIntent.response, content);
}

const intentResponse = z.object({ clientSecret: z.optional(z.string()), message: z.optional(z.string()) });

function getErrorMessage(error: unknown): string {
  if (error instanceof NoClientSecretError) return error.message;
  if (error instanceof ApiError && error.hasBody) return error.userMessage;
  return "There was a problem initiating your payment. Please try again.";
}
