import type { FastifyInstance, FastifyRequest } from "fastify";
import { unavailable } from "#shared/errors.ts";

/**
 * The number of requests that can be served within about a second. Uploads count while they are received, and
 * have their own limits too.
 */
const maxRequests = 256;

/**
 * Rejects requests cheaply while too many are in progress, so that the others are served in time. Live
 * streams and responses being sent don't count because they take no processor time.
 */
export function installOverloadProtection(app: FastifyInstance): void {
  const activeRequests = new Set<FastifyRequest>();
  // Runs after the body has been received, so that a slow sender doesn't take up a slot.
  app.addHook("preHandler", async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint === undefined || endpoint.responseKind === "events") return;
    if (activeRequests.size >= maxRequests)
      throw unavailable("The portal is very busy right now. Please try again in a moment.", 5);
    activeRequests.add(request);
    reply.raw.once("close", () => activeRequests.delete(request));
  });
  app.addHook("onSend", async (request) => void activeRequests.delete(request));
}
