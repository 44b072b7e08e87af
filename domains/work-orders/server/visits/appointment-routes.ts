import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import { cancelVisit, confirmVisit, proposeVisit } from "../../appointment-contract.ts";
import { cancelVisitFor, confirmVisitFor, proposeVisitFor } from "./appointments.ts";

/** Registers the visit routes. */
export function appointmentRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, proposeVisit, (ctx, { params, body }) =>
    proposeVisitFor(signedIn(ctx), params.id, body),
  );
  route(app, services, confirmVisit, (ctx, { params, body }) =>
    confirmVisitFor(signedIn(ctx), params.id, body),
  );
  route(app, services, cancelVisit, (ctx, { params }) => cancelVisitFor(signedIn(ctx), params.id));
}
