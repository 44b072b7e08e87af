import type { FastifyInstance } from "fastify";
import type { Ctx, Services } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import { BadSignature, CardRefusal, ProviderAway } from "#server/integrations/card-provider.ts";
import { AppError, notFound, unavailable } from "#shared/errors.ts";
import { receiveStripeEvent } from "../webhook-contract.ts";
import { receiveEvent } from "./receive-event.ts";

const eventBytesMax = 1024 * 1024;

/** Binds the events of Stripe. The body is kept byte by byte, as the signature covers the bytes. */
export async function webhookRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register((events, _, done) => {
    events.removeAllContentTypeParsers();
    events.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: eventBytesMax },
      (_request, body, read) => read(null, body),
    );
    route(
      events,
      services,
      receiveStripeEvent,
      async (ctx, { request }) => {
        const { "stripe-signature": signature } = request.headers;
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await receive(ctx, body, typeof signature === "string" ? signature : undefined);
        return { received: true as const };
      },
      { transaction: "manual" },
    );
    done();
  });
}

/** @throws AppError invalid for an event that Stripe did not send; unavailable when Stripe should send it again */
async function receive(ctx: Ctx, body: Buffer, signature: string | undefined): Promise<void> {
  const { cards, log } = ctx;
  if (cards?.kind !== "stripe") throw notFound("address");
  try {
    await receiveEvent(ctx, cards.readEvent(body, signature, ctx.now));
  } catch (error) {
    if (error instanceof BadSignature) {
      log.warn({ err: error }, "An event was refused.");
      throw new AppError("invalid", "This event does not carry the signature of the card provider.");
    }
    if (error instanceof ProviderAway) {
      log.warn({ err: error }, "An event waits for the card provider.");
      throw unavailable("The card provider does not answer. Please send this event again.");
    }
    // An event about something that is not ours; sending it again would not help.
    if (!(error instanceof CardRefusal)) throw error;
    log.warn({ err: error }, "An event is about something that the card provider does not know.");
  }
}
