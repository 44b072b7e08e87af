import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import { dismissChecklist, readCharts, readChecklist, readTenantDay } from "../contract.ts";
import { readStats } from "../stats-contract.ts";
import { readChartsFor } from "./charts.ts";
import { dismissChecklistFor, readChecklistFor } from "./checklist.ts";
import { readStatsFor } from "./stats.ts";
import { readTenantDayFor } from "./tenant-day.ts";

export function dashboardRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, readStats, (ctx) => readStatsFor(ctx));
  route(app, services, readCharts, (ctx) => readChartsFor(ctx));
  route(app, services, readTenantDay, (ctx) => readTenantDayFor(ctx));
  route(app, services, readChecklist, (ctx) => readChecklistFor(ctx));
  route(app, services, dismissChecklist, (ctx) => dismissChecklistFor(ctx));
}
