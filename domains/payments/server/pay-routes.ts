import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { idempotencyKey } from "#server/http/idempotency.ts";
import { countUse, type Limit } from "#server/http/limits.ts";
import { route } from "#server/http/route.ts";
import { dollarsSent } from "../amount.ts";
import * as calls from "../pay-contract.ts";
import { changeMethod } from "./change-method.ts";
import { createIntent } from "./create-intent.ts";
import { ownIntent } from "./intents.ts";
import { recordSuccess } from "./record-success.ts";

/** More than anybody needs; each intent is also stored by the provider. */
const paymentsBegun: Limit = { name: "payments begun by", count: 300, windowMinutes: 60 };

/** Binds paying online. No transaction waits for the card provider: each call to it is between two transactions. */
export function payRoutes(app: FastifyInstance, services: Services): void {
  const manual = { transaction: "manual" } as const;
  route(
    app,
    services,
    calls.createPaymentIntent,
    async (ctx, { body, request }) => {
      await countUse(ctx, paymentsBegun, String(signedIn(ctx).actor.id));
      return createIntent(signedIn(ctx), body, idempotencyKey(calls.createPaymentIntent, request) ?? null);
    },
    manual,
  );
  route(
    app,
    services,
    calls.updatePaymentMethod,
    async (ctx, { body }) => {
      const intent = await ownIntent(signedIn(ctx), body.paymentIntentId);
      const { amountCents, feeCents } = await changeMethod(ctx, intent, body.method);
      return {
        success: true as const,
        processingFee: dollarsSent(feeCents),
        totalAmount: dollarsSent(amountCents + feeCents),
      };
    },
    manual,
  );
  route(
    app,
    services,
    calls.paymentSuccess,
    (ctx, { body }) => recordSuccess(signedIn(ctx), body.paymentIntentId),
    manual,
  );
}
