import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import * as calls from "../../reports-contract.ts";
import { agedLeases } from "./reports-aged.ts";
import { readMonths } from "./reports-months.ts";
import { rentRoll, sumRentRoll } from "./reports-rent-roll.ts";

/** Registers the routes of receivables, current rents, and collections. */
export function receivablesRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.listAged, (ctx, input) => agedLeases(ctx, input.query).readPage(ctx, input));
  route(app, services, calls.listRentRoll, (ctx, input) => rentRoll.readPage(ctx, input));
  route(app, services, calls.sumRentRoll, (ctx, { query }) => sumRentRoll(ctx, query));
  route(app, services, calls.listMonths, (ctx, { query }) => readMonths(ctx, query));
}
