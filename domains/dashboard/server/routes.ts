import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import { readCharts, readStats } from "../contract.ts";
import { readChartsFor } from "./charts.ts";
import { figures } from "./figures.ts";
import { type Figures, statsOf } from "./stats.ts";

export function dashboardRoutes(app: FastifyInstance, services: Services): void {
  // The sidebar of every page asks for these. `alongside` is what `figures` gives.
  route(app, services, readStats, async (_, { alongside }) => statsOf(alongside as Figures), {
    alongside: figures,
  });
  route(app, services, readCharts, (ctx) => readChartsFor(signedIn(ctx)));
}
