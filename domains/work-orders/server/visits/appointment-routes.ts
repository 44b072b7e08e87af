import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import { cancelVisit, confirmVisit, proposeVisit } from "../../appointment-contract.ts";
import { cancelVisitFor, confirmVisitFor, proposeVisitFor } from "./appointments.ts";

/** Registers the visit routes. */
export function appointmentRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, proposeVisit, (ctx, { params, body }) => proposeVisitFor(ctx, params.id, body));
  route(app, services, confirmVisit, (ctx, { params, body }) => confirmVisitFor(ctx, params.id, body));
  route(app, services, cancelVisit, (ctx, { params }) => cancelVisitFor(ctx, params.id));
}
