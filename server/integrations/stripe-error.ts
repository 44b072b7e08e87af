import type { FastifyBaseLogger } from "fastify";
import type { Stripe } from "stripe";
import { CardError, ProviderUnavailable } from "./card-provider.ts";

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/**
 * Translates a Stripe error: into a rejection with a message for the payer, or into an unknown outcome that
 * can be retried. Errors that only the operator can fix are logged, without Stripe's words where they might
 * contain a key.
 */
export function toProviderError(error: StripeError, log: FastifyBaseLogger): CardError | ProviderUnavailable {
  const { type, code, param, statusCode, requestId } = error;
  if (type === "StripeCardError") return new CardError(error.message);
  if (type === "StripeInvalidRequestError") {
    const sentence = messages[code ?? ""] ?? getRefundMessage(error);
    if (sentence !== undefined) return new CardError(sentence);
    log.error(
      { type, code, param, statusCode, requestId, response: error.message },
      "Stripe rejected a request from the portal.",
    );
  } else if (operatorErrors.has(type))
    log.error({ type, code, statusCode, requestId }, "Stripe rejected the portal. Check its keys.");
  return new ProviderUnavailable(
    `Stripe failed: ${[type, code, statusCode, requestId].filter((part) => part !== undefined && part !== "").join(", ")}.`,
  );
}

const messages: Record<string, string> = {
  resource_missing: "The card provider can't find this payment.",
  payment_intent_unexpected_state: "This payment has already been made, is processing, or was cancelled.",
  amount_too_small: "This amount is too small for an online payment.",
  amount_too_large: "This amount is too large for an online payment.",
  charge_already_refunded: "This payment has already been refunded.",
  charge_disputed: "This payment is disputed and can't be refunded right now.",
  balance_insufficient: "The card provider balance is too low to cover the refund.",
  insufficient_funds: "The card provider balance is too low to cover the refund.",
};

/** Stripe has no separate error code for a refund that exceeds the rest of the payment. */
const getRefundMessage = ({ message }: StripeError) =>
  message.startsWith("Refund amount (") ? "That's more than the refundable amount." : undefined;

const operatorErrors = new Set([
  "StripeAuthenticationError",
  "StripePermissionError",
  "StripeIdempotencyError",
]);
