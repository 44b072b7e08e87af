import { createHmac } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { Stripe } from "stripe";
import type { StripeSettings } from "../../config.ts";
import {
  BadSignatureError,
  CardError,
  type CardProvider,
  type PaidWith,
  type ProviderDispute,
  type ProviderEvent,
  type ProviderIntent,
  type ProviderRefund,
  ProviderUnavailableError,
} from "./card-provider.ts";

const maxEventSeconds = 300;
/** The currency of all amounts in the portal. */
const currency = "usd";

/**
 * Opens card payments and bank debits with Stripe. Stripe's package is loaded only if its keys are set. The
 * metadata of created objects has our id and a code for this portal, so that objects of another portal on the
 * same account are never mistaken for ours.
 */
export async function openStripe(
  settings: StripeSettings,
  {
    secretKey,
    log,
    maxResponseMs = 10_000,
  }: { secretKey: Buffer; log: FastifyBaseLogger; maxResponseMs?: number },
): Promise<CardProvider> {
  const { Stripe: StripeClient } = await import("stripe");
  const { apiBase } = settings;
  const stripe = new StripeClient(settings.secretKey, {
    timeout: maxResponseMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiBase === undefined
      ? {}
      : { host: apiBase.hostname, port: apiBase.port, protocol: "http" as const }),
  });
  const portal = createHmac("sha256", secretKey).update("payments").digest("hex").slice(0, 16);
  const getOwnMetadata = (metadata: Stripe.Metadata | null) => (metadata?.portal === portal ? metadata : {});

  const getOwnRefundId = ({ metadata }: Stripe.Refund) => parseNumber(getOwnMetadata(metadata).refund);

  /**
   * Translates Stripe's errors.
   * @throws CardError, ProviderUnavailable
   */
  async function callStripe<T>(request: Promise<T>): Promise<T> {
    try {
      return await request;
    } catch (error) {
      if (!(error instanceof StripeClient.errors.StripeError)) throw error;
      throw toProviderError(error, log);
    }
  }

  /**
   * Converts Stripe's intent.
   * @throws CardError if the amounts aren't in our currency
   */
  const toIntent = (intent: Stripe.PaymentIntent): ProviderIntent => {
    if (intent.currency !== currency) {
      log.error(
        { reference: intent.id, currency: intent.currency },
        "A payment in another currency wasn't credited.",
      );
      throw new CardError("This payment is in another currency.");
    }
    const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
    return {
      reference: intent.id,
      clientSecret: intent.client_secret ?? "",
      intentId: parseNumber(getOwnMetadata(intent.metadata).intent),
      status: toStatus(intent),
      amountCents: intent.amount,
      receivedCents: intent.status === "succeeded" ? intent.amount_received : 0,
      method: charge?.payment_method_details?.type ?? intent.last_payment_error?.payment_method?.type ?? null,
      paidWith: toPaidWith(charge?.payment_method_details ?? null),
      problem: intent.status === "requires_payment_method" ? (intent.last_payment_error?.message ?? "") : "",
      paidAt: intent.status === "succeeded" ? instant(charge?.created ?? intent.created) : null,
    };
  };

  async function readIntent(reference: string): Promise<ProviderIntent> {
    // A refund or a dispute of a charge without an intent.
    if (reference === "") throw new CardError("The card provider can't find this payment.");
    return toIntent(
      await callStripe(stripe.paymentIntents.retrieve(reference, { expand: ["latest_charge"] })),
    );
  }

  // Stripe would reject the same request while the first is in progress. Here both get the same response.
  const pendingIntents = new Map<number, Promise<ProviderIntent>>();

  async function requestIntent({
    intentId,
    amountCents,
    description,
    payerEmail,
  }: Parameters<CardProvider["createIntent"]>[0]): Promise<ProviderIntent> {
    const createdIntent = await callStripe(
      stripe.paymentIntents.create(
        {
          amount: amountCents,
          currency,
          description,
          allowed_payment_method_types: ["card", "us_bank_account"],
          // No receipt_email because the portal sends the receipt.
          metadata: { portal, intent: String(intentId), payer: payerEmail },
        },
        { idempotencyKey: `${portal}-intent-${intentId}` },
      ),
    );
    return toIntent(createdIntent);
  }

  return {
    kind: "stripe",
    publishableKey: settings.publishableKey,

    createIntent(input) {
      const pendingIntent =
        pendingIntents.get(input.intentId) ??
        requestIntent(input).finally(() => pendingIntents.delete(input.intentId));
      pendingIntents.set(input.intentId, pendingIntent);
      return pendingIntent;
    },

    async changeAmount(reference, amountCents) {
      const expand = ["latest_charge"];
      return toIntent(
        await callStripe(stripe.paymentIntents.update(reference, { amount: amountCents, expand })),
      );
    },

    readIntent,

    async cancelIntent(reference) {
      try {
        return toIntent(await callStripe(stripe.paymentIntents.cancel(reference)));
      } catch (error) {
        const currentIntent = error instanceof CardError ? await readIntent(reference) : null;
        if (currentIntent?.status === "canceled") return currentIntent;
        throw error;
      }
    },

    async refund({ refundId, reference, amountCents }) {
      // Looks for the refund first because an Idempotency-Key expires after a day.
      const refunds = await callStripe(stripe.refunds.list({ payment_intent: reference, limit: 100 }));
      const existingRefund = refunds.data.find((refund) => getOwnRefundId(refund) === refundId);
      return toRefund(
        existingRefund ??
          (await callStripe(
            stripe.refunds.create(
              {
                payment_intent: reference,
                amount: amountCents,
                metadata: { portal, refund: String(refundId) },
              },
              { idempotencyKey: `${portal}-refund-${refundId}` },
            ),
          )),
        refundId,
      );
    },

    async readRefund(reference) {
      const refund = await callStripe(stripe.refunds.retrieve(reference));
      return toRefund(refund, getOwnRefundId(refund));
    },

    readDispute: async (reference) => toDispute(await callStripe(stripe.disputes.retrieve(reference))),

    readEvent(body, signature, now) {
      const { webhookSecret } = settings;
      try {
        const event = StripeClient.webhooks.constructEvent(
          body,
          signature ?? "",
          webhookSecret,
          maxEventSeconds,
          undefined,
          now.getTime(),
        );
        return toEvent(event);
      } catch (error) {
        // The original error contains the payload.
        throw new BadSignatureError(
          (error as Error).message.startsWith("Timestamp")
            ? "The event signature is too old. Check this machine's clock."
            : "The event isn't signed by Stripe. Check that STRIPE_WEBHOOK_SECRET matches this portal's endpoint.",
        );
      }
    },
  };
}

/** While a bank account is verified by micro-deposits, which takes days, the payment counts as processing. */
const toStatus = ({ status, next_action: next }: Stripe.PaymentIntent): ProviderIntent["status"] =>
  status === "requires_action" && next?.type === "verify_with_microdeposits"
    ? "processing"
    : (intentStatus.get(status) ?? "open");

/** All other statuses wait for the payer and are open. */
const intentStatus = new Map<string, ProviderIntent["status"]>([
  ["processing", "processing"],
  ["requires_capture", "processing"],
  ["succeeded", "succeeded"],
  ["canceled", "canceled"],
]);

/** Returns the brand of the card or the name of the bank, with the last four digits. */
function toPaidWith(details: Stripe.Charge.PaymentMethodDetails | null): PaidWith | null {
  const lastFour = details?.card?.last4 ?? details?.us_bank_account?.last4 ?? "";
  if (!/^\d{4}$/.test(lastFour)) return null;
  const brand = details?.card
    ? cardBrands[details.card.brand ?? ""]
    : details?.us_bank_account?.bank_name?.slice(0, maxBankName);
  return { brand: brand ?? "", lastFour };
}

const maxBankName = 60;
const cardBrands: Record<string, string | undefined> = {
  amex: "American Express",
  cartes_bancaires: "Cartes Bancaires",
  diners: "Diners Club",
  discover: "Discover",
  eftpos_au: "Eftpos",
  jcb: "JCB",
  link: "Link",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

function toRefund(refund: Stripe.Refund, refundId: number | null): ProviderRefund {
  const status =
    refund.status === "succeeded"
      ? "done"
      : refund.status === "failed" || refund.status === "canceled"
        ? "failed"
        : "pending";
  return {
    reference: refund.id,
    refundId,
    intentReference: toId(refund.payment_intent),
    amountCents: refund.amount,
    status,
    problem:
      status === "failed"
        ? (refundProblems[refund.failure_reason ?? ""] ?? "The bank rejected the refund.")
        : "",
  };
}

const refundProblems: Record<string, string> = {
  lost_or_stolen_card: "The card was reported lost or stolen.",
  expired_or_canceled_card: "The card has expired or was cancelled.",
  charge_for_pending_refund_disputed: "The payer disputed the payment while it was being refunded.",
  insufficient_funds: "The card provider balance is too low to cover the refund.",
  declined: "The payer's bank declined the refund.",
  merchant_request: "The refund was cancelled.",
};

const toDispute = (dispute: Stripe.Dispute): ProviderDispute => ({
  reference: dispute.id,
  intentReference: toId(dispute.payment_intent),
  amountCents: dispute.amount,
  reason: dispute.reason,
  state: dispute.status,
  respondBy: dispute.evidence_details.due_by === null ? null : instant(dispute.evidence_details.due_by),
  openedAt: instant(dispute.created),
});

function toEvent({ id, type, account, data }: Stripe.Event): ProviderEvent {
  const { id: reference } = data.object as { id?: unknown };
  const objectType = subjects.find(([pattern]) => pattern.test(type))?.[1];
  // An event with an `account` is about a connected account.
  const isPortalEvent = account === undefined && objectType !== undefined && typeof reference === "string";
  return { id, kind: type, subject: isPortalEvent ? { what: objectType, reference } : null };
}

const subjects = [
  [/^payment_intent\./, "intent"],
  [/^(refund\.|charge\.refund\.)/, "refund"],
  [/^charge\.dispute\./, "dispute"],
] as const;

const instant = (seconds: number) => new Date(seconds * 1000);
const toId = (object: string | { id: string } | null) =>
  object === null ? "" : typeof object === "string" ? object : object.id;
const parseNumber = (text: string | undefined) => (/^\d{1,15}$/.test(text ?? "") ? Number(text) : null);

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/**
 * Translates a Stripe error into a rejection with a message for the payer, or into an unknown outcome that
 * can be retried. Errors that only the operator can fix are logged, without Stripe's message if it might
 * contain a key.
 */
function toProviderError(error: StripeError, log: FastifyBaseLogger): CardError | ProviderUnavailableError {
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
  return new ProviderUnavailableError(
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

/** Stripe has no error code of its own for a refund that exceeds the rest of the payment. */
const getRefundMessage = ({ message }: StripeError) =>
  message.startsWith("Refund amount (") ? "That's more than the refundable amount." : undefined;

const operatorErrors = new Set([
  "StripeAuthenticationError",
  "StripePermissionError",
  "StripeIdempotencyError",
]);
