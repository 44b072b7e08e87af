import type { FastifyBaseLogger } from "fastify";
import type { Stripe } from "stripe";
import { CardRefusal, ProviderAway } from "./card-provider.ts";

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/**
 * Translates an error of Stripe: into a refusal with a sentence for the payer, or into an unknown outcome that may be
 * retried. Errors that only the operator can fix are logged, without Stripe's words where they may contain a key.
 */
export function stripeProblem(error: StripeError, log: FastifyBaseLogger): CardRefusal | ProviderAway {
  const { type, code, param, statusCode, requestId } = error;
  if (type === "StripeCardError") return new CardRefusal(error.message);
  if (type === "StripeInvalidRequestError") {
    const sentence = sentences[code ?? ""] ?? refundSentence(error);
    if (sentence !== undefined) return new CardRefusal(sentence);
    log.error(
      { type, code, param, statusCode, requestId, response: error.message },
      "Stripe refused a request of the portal.",
    );
  } else if (operatorsOwn.has(type))
    log.error({ type, code, statusCode, requestId }, "Stripe refused the portal; please check its keys.");
  return new ProviderAway(
    `Stripe failed: ${[type, code, statusCode, requestId].filter((part) => part !== undefined && part !== "").join(", ")}.`,
  );
}

const sentences: Record<string, string> = {
  resource_missing: "The card provider does not know this payment.",
  payment_intent_unexpected_state: "This payment was already made, is on its way, or was cancelled.",
  amount_too_small: "This amount is too small to be paid online.",
  amount_too_large: "This amount is too large to be paid online.",
  charge_already_refunded: "This payment was given back already.",
  charge_disputed: "This payment is contested at the payer's bank, and cannot be given back now.",
  balance_insufficient: "The balance at the card provider does not cover the refund.",
  insufficient_funds: "The balance at the card provider does not cover the refund.",
};

/** A refund that exceeds the rest of the payment has no error code of its own. */
const refundSentence = ({ message }: StripeError) =>
  message.startsWith("Refund amount (") ? "This is more than is left of the payment." : undefined;

const operatorsOwn = new Set([
  "StripeAuthenticationError",
  "StripePermissionError",
  "StripeIdempotencyError",
]);
