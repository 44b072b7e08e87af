import * as z from "zod/mini";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { paging } from "#shared/http/paging.ts";

/** A run of the posting job: the terms' charges and late fees of all leases that were due. */
export const postingRun = z.object({
  id: z.number(),
  startedAt: z.string(),
  /** When it last got on. */
  movedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** Null: by itself. */
  startedBy: z.nullable(z.string()),
  leases: z.number(),
  leasesDone: z.number(),
  entries: z.number(),
  cents: z.number(),
  /** They stay due, and the next run tries them again. */
  leasesFailed: z.number(),
  /** The first of them. */
  failedLeaseIds: z.array(z.number()),
});
export type PostingRun = z.infer<typeof postingRun>;

export const listPostingRuns = endpoint({
  method: "GET",
  path: "/api/posting-runs",
  action: "ledger.post",
  summary: "Runs of the posting job, newest first, each with how far it is",
  query: z.object(paging),
  response: z.array(postingRun),
});

export const exportPostingRuns = csvOf(listPostingRuns);

export const countWaitingLeases = endpoint({
  method: "GET",
  path: "/api/posting-runs/waiting",
  action: "ledger.post",
  summary: "How many leases are due to be charged and are not yet",
  response: z.object({ leases: z.number() }),
});

export const startPostingRun = endpoint({
  method: "POST",
  path: "/api/posting-runs",
  action: "ledger.post",
  summary: "Post what is due now; with a run under way, that one goes on",
  response: postingRun,
  status: 202,
});
