import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import * as calls from "../../posting-contract.ts";
import { countDueLeases } from "./due-leases.ts";
import { postingRuns, startPostingRun } from "./posting-runs.ts";

/** Registers the routes of the posting job. */
export function postingRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.listPostingRuns, (ctx, input) => postingRuns.readPage(ctx, input));
  route(app, services, calls.exportPostingRuns, (ctx, input) =>
    sendCsv(ctx, input, postingRuns.toCsvTable(ctx, input.query)),
  );
  route(app, services, calls.countLeasesDue, async (ctx) => ({ leases: await countDueLeases(ctx) }));
  route(app, services, calls.startPostingRun, (ctx) => startPostingRun(ctx));
}
