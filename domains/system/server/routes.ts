import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { sendCsv } from "#server/http/csv.ts";
import { route } from "#server/http/route.ts";
import { exportFailedJobs, listFailedJobs, readSystem, retryJob } from "../contract.ts";
import { failedJobs, retryFailedJob } from "./failed-jobs.ts";
import { getSystemStatus } from "./read-system.ts";

/** Registers the routes of the system status. */
export function systemRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, readSystem, (ctx) => getSystemStatus(signedIn(ctx)));
  route(app, services, listFailedJobs, (ctx, input) => failedJobs.response(signedIn(ctx), input));
  route(app, services, exportFailedJobs, (ctx, input) =>
    sendCsv(signedIn(ctx), input, failedJobs.table(signedIn(ctx), input.query)),
  );
  route(app, services, retryJob, (ctx, { params }) => retryFailedJob(signedIn(ctx), params.id));
}
