import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import { countUse, type Limit } from "#server/http/protection/limits.ts";
import { readIdempotencyKey } from "#server/http/requests/idempotency.ts";
import { toDollars } from "../../amount.ts";
import * as calls from "../../pay-contract.ts";
import { changeMethod } from "./change-method.ts";
import { createIntent } from "./create-intent.ts";
import { getMyIntent } from "./intents.ts";
import { recordSuccess } from "./record-success.ts";

/** More than anyone needs. The provider stores each intent too. */
const paymentsStartedLimit: Limit = { name: "payments started by", count: 300, windowMinutes: 60 };

/**
 * Binds online payment. Each call to the card provider happens between two transactions, so no transaction
 * waits for it.
 */
export function payRoutes(app: FastifyInstance, services: Services): void {
  const manualTransaction = { transaction: "manual" } as const;
  route(
    app,
    services,
    calls.createPaymentIntent,
    async (ctx, { body, request }) => {
      await countUse(ctx, paymentsStartedLimit, String(ctx.actor.id));
      return createIntent(ctx, body, readIdempotencyKey(calls.createPaymentIntent, request) ?? null);
    },
    manualTransaction,
  );
  route(
    app,
    services,
    calls.updatePaymentMethod,
    async (ctx, { body }) => {
      const intent = await getMyIntent(ctx, body.paymentIntentId);
      const { amountCents, feeCents } = await changeMethod(ctx, intent, body.method);
      return {
        success: true as const,
        processingFee: toDollars(feeCents),
        totalAmount: toDollars(amountCents + feeCents),
      };
    },
    manualTransaction,
  );
  route(
    app,
    services,
    calls.paymentSuccess,
    (ctx, { body }) => recordSuccess(ctx, body.paymentIntentId),
    manualTransaction,
  );
}
