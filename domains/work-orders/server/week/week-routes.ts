import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import { readExpectedVersion } from "#server/http/requests/expected-version.ts";
import { planWorkOrder, readWeek } from "../../week-contract.ts";
import { changePlan } from "./plan.ts";
import { getWeek } from "./read-week.ts";

/** Registers the weekly planning routes. */
export function weekRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, readWeek, (ctx, { query }) => getWeek(ctx, query));
  route(app, services, planWorkOrder, (ctx, { params, body, request }) =>
    changePlan(ctx, params.id, body, readExpectedVersion(request, body)),
  );
}
