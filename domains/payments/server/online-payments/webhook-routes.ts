import type { FastifyInstance } from "fastify";
import type { Ctx, Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import {
  BadSignatureError,
  CardError,
  ProviderUnavailableError,
} from "#server/integrations/cards/card-provider.ts";
import { AppError, notFound, unavailable } from "#shared/errors.ts";
import { receiveStripeEvent } from "../../webhook-contract.ts";
import { receiveEvent } from "./receive-event.ts";

const maxEventBytes = 1024 * 1024;

/** Binds Stripe's events. The body is kept as raw bytes because the signature covers them. */
export async function webhookRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register((eventsApp, _, done) => {
    eventsApp.removeAllContentTypeParsers();
    eventsApp.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: maxEventBytes },
      (_request, body, onParsed) => onParsed(null, body),
    );
    route(
      eventsApp,
      services,
      receiveStripeEvent,
      async (ctx, { request }) => {
        const { "stripe-signature": signature } = request.headers;
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await receiveSignedEvent(ctx, body, typeof signature === "string" ? signature : undefined);
        return { received: true as const };
      },
      { transaction: "manual" },
    );
    done();
  });
}

/** @throws AppError invalid for an event Stripe didn't send; unavailable if Stripe should resend it */
async function receiveSignedEvent(ctx: Ctx, body: Buffer, signature: string | undefined): Promise<void> {
  const { cards, log } = ctx;
  if (cards?.kind !== "stripe") throw notFound("address");
  try {
    await receiveEvent(ctx, cards.readEvent(body, signature, ctx.now));
  } catch (error) {
    if (error instanceof BadSignatureError) {
      log.warn({ err: error }, "An event was rejected.");
      throw new AppError("invalid", "This event isn't signed by the card provider.");
    }
    if (error instanceof ProviderUnavailableError) {
      log.warn({ err: error }, "An event is waiting for the card provider.");
      throw unavailable("The card provider isn't responding. Please resend this event.");
    }
    // The event is about something that isn't ours. Resending it would not help.
    if (!(error instanceof CardError)) throw error;
    log.warn({ err: error }, "The card provider doesn't know the subject of an event.");
  }
}
