import type { FastifyInstance } from "fastify";
import { readMyDay } from "#domains/field-work/my-day-contract.ts";
import { getMyDay } from "#domains/field-work/server/my-day.ts";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";

/** Registers the My Day route. */
export function fieldWorkRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, readMyDay, (ctx) => getMyDay(ctx));
}
