import type { FastifyInstance } from "fastify";
import { columnFigures } from "#domains/work-orders/server/figures.ts";
import { type Services, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import { readCharts, readStats } from "../contract.ts";
import { readChartsFor } from "./charts.ts";
import { statsOf } from "./stats.ts";

export function dashboardRoutes(app: FastifyInstance, services: Services): void {
  // The sidebar of every page asks for these. `alongside` is what `columnFigures` gives.
  route(app, services, readStats, async (_, { alongside }) => statsOf(alongside as number[]), {
    alongside: columnFigures,
  });
  route(app, services, readCharts, (ctx) => readChartsFor(signedIn(ctx)));
}
