import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import { agreeToVisit, callOffVisit, proposeVisit } from "../appointment-contract.ts";
import { agreeToVisitFor, callOffVisitFor, proposeVisitFor } from "./appointments.ts";

/** Binds the calls about visits. */
export function appointmentRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, proposeVisit, (ctx, { params, body }) =>
    proposeVisitFor(signedIn(ctx), params.id, body),
  );
  route(app, services, agreeToVisit, (ctx, { params, body }) =>
    agreeToVisitFor(signedIn(ctx), params.id, body),
  );
  route(app, services, callOffVisit, (ctx, { params }) => callOffVisitFor(signedIn(ctx), params.id));
}
