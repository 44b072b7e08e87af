import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import { readMyDay } from "#domains/work-orders/my-day-contract.ts";
import { getMyDay } from "#domains/work-orders/server/my-day.ts";

/** Binds the calls for a technician's day. */
export function fieldWorkRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, readMyDay, (ctx) => getMyDay(signedIn(ctx)));
}
