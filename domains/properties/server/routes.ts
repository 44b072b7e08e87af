import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import { listBuildings, listUnits } from "../contract.ts";
import { buildingsOf, unitsOf } from "./buildings.ts";

export function propertyRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, listBuildings, (ctx) => buildingsOf(signedIn(ctx)));
  route(app, services, listUnits, (ctx, { params }) => unitsOf(signedIn(ctx), params.id));
}
