import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import { exportFailedJobs, listFailedJobs, readSystem, retryJob } from "../contract.ts";
import { failedJobs, retryFailedJob } from "./failed-jobs.ts";
import { getSystemStatus } from "./read-system.ts";

/** Registers the routes of the system status. */
export function systemRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, readSystem, (ctx) => getSystemStatus(ctx));
  route(app, services, listFailedJobs, (ctx, input) => failedJobs.readPage(ctx, input));
  route(app, services, exportFailedJobs, (ctx, input) =>
    sendCsv(ctx, input, failedJobs.toCsvTable(ctx, input.query)),
  );
  route(app, services, retryJob, (ctx, { params }) => retryFailedJob(ctx, params.id));
}
