import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import { cancelVisit, confirmVisit, proposeVisit } from "../../appointment-contract.ts";
import { cancelWorkOrderVisit, confirmWorkOrderVisit, proposeWorkOrderVisit } from "./appointments.ts";

/** Registers the visit routes. */
export function appointmentRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, proposeVisit, (ctx, { params, body }) => proposeWorkOrderVisit(ctx, params.id, body));
  route(app, services, confirmVisit, (ctx, { params, body }) => confirmWorkOrderVisit(ctx, params.id, body));
  route(app, services, cancelVisit, (ctx, { params }) => cancelWorkOrderVisit(ctx, params.id));
}
