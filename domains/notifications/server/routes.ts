import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import { type LiveRules, openStreams } from "#server/live/streams.ts";
import { listNotifications, liveEvents, markNotificationsRead } from "../contract.ts";
import { markRead, readBell } from "./bell.ts";
import { outboxRoutes } from "./outbox-routes.ts";
import { pushRoutes } from "./push-routes.ts";

/**
 * Registers the routes for the bell menu, live events, pushes, and the outbox (NAV-31; requirements, "Live").
 */
export function notificationRoutes(app: FastifyInstance, services: Services, liveRules: LiveRules): void {
  const streams = openStreams(services, liveRules);
  app.addHook("preClose", () => streams.close());
  route(app, services, liveEvents, (ctx, { reply }) => streams.open(ctx, reply));
  route(app, services, listNotifications, (ctx, input) => readBell(ctx, input));
  route(app, services, markNotificationsRead, async (ctx, { body }) => {
    await markRead(ctx, body);
    return { success: true as const };
  });
  outboxRoutes(app, services);
  pushRoutes(app, services);
}
