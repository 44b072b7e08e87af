import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { rowsOf, sendCsv } from "#server/http/csv.ts";
import { route } from "#server/http/route.ts";
import type { PostingRun } from "../posting-contract.ts";
import * as calls from "../posting-contract.ts";
import { countDue } from "./due-leases.ts";
import { listPostingRuns, startPostingRun } from "./posting-runs.ts";

/** Binds the calls of the posting job. */
export function postingRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.listPostingRuns, (ctx, input) => listPostingRuns(ctx, input));
  route(app, services, calls.exportPostingRuns, (ctx, input) =>
    sendCsv<PostingRun>(signedIn(ctx), input, {
      name: "posting-runs",
      columns: {
        Number: ({ id }) => id,
        "Started (UTC)": ({ startedAt }) => new Date(startedAt),
        "Finished (UTC)": ({ finishedAt }) => (finishedAt === null ? null : new Date(finishedAt)),
        By: ({ startedBy }) => startedBy ?? "The portal",
        Leases: ({ leasesDone }) => leasesDone,
        "Leases not charged": ({ leasesFailed }) => leasesFailed,
        Entries: ({ entries }) => entries,
        "Posted in cents": ({ cents }) => cents,
      },
      rows: rowsOf((part) => listPostingRuns(ctx, part), input),
    }),
  );
  route(app, services, calls.countWaitingLeases, async (ctx) => ({ leases: await countDue(ctx) }));
  route(app, services, calls.startPostingRun, (ctx) => startPostingRun(signedIn(ctx)));
}
