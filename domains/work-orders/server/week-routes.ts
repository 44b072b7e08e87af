import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import { seenVersion } from "#server/http/seen-version.ts";
import { planWorkOrder, readWeek } from "../week-contract.ts";
import { planOrder } from "./plan.ts";
import { readWeekOf } from "./read-week.ts";

/** Binds the calls about the plan of a week. */
export function weekRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, readWeek, (ctx, { query }) => readWeekOf(signedIn(ctx), query));
  route(app, services, planWorkOrder, (ctx, { params, body, request }) =>
    planOrder(signedIn(ctx), params.id, body, seenVersion(request, body)),
  );
}
