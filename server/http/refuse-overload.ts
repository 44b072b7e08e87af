import type { FastifyInstance, FastifyRequest } from "fastify";
import { unavailable } from "#shared/errors.ts";

/** What is answered within about a second. Uploads that are being received are among them; they have limits of their own. */
const requestsMax = 256;

/**
 * Refuses calls while very many are in progress, at little cost, so that the others are answered in time. Live streams, and
 * responses that are being sent, do not count: they take no processor time.
 */
export function installOverloadRefusal(app: FastifyInstance): void {
  const underWay = new Set<FastifyRequest>();
  // After the body was received: a slow sender takes nobody's place.
  app.addHook("preHandler", async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint === undefined || endpoint.responseKind === "events") return;
    if (underWay.size >= requestsMax)
      throw unavailable(
        "Very many people are using the portal at this moment. Please try again in a moment.",
        5,
      );
    underWay.add(request);
    reply.raw.once("close", () => underWay.delete(request));
  });
  app.addHook("onSend", async (request) => void underWay.delete(request));
}
