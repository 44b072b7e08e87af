import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { rowsFromList, sendCsv } from "#server/http/csv.ts";
import { route } from "#server/http/route.ts";
import type { PostingRun } from "../../posting-contract.ts";
import * as calls from "../../posting-contract.ts";
import { countDueLeases } from "./due-leases.ts";
import { listPostingRuns, startPostingRun } from "./posting-runs.ts";

/** Registers the routes of the posting job. */
export function postingRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.listPostingRuns, (ctx, input) => listPostingRuns(ctx, input));
  route(app, services, calls.exportPostingRuns, (ctx, input) =>
    sendCsv<PostingRun>(ctx, input, {
      name: "posting-runs",
      columns: {
        Number: ({ id }) => id,
        "Started (UTC)": ({ startedAt }) => new Date(startedAt),
        "Finished (UTC)": ({ finishedAt }) => (finishedAt === null ? null : new Date(finishedAt)),
        By: ({ startedBy }) => startedBy ?? "System",
        Leases: ({ leasesDone }) => leasesDone,
        "Leases not posted": ({ leasesFailed }) => leasesFailed,
        Entries: ({ entries }) => entries,
        "Posted in cents": ({ cents }) => cents,
      },
      rows: rowsFromList((part) => listPostingRuns(ctx, part), input),
    }),
  );
  route(app, services, calls.countLeasesDue, async (ctx) => ({ leases: await countDueLeases(ctx) }));
  route(app, services, calls.startPostingRun, (ctx) => startPostingRun(ctx));
}
