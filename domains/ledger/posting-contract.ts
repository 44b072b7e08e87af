import * as z from "zod/mini";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { paging } from "#shared/http/paging.ts";

/** A run of the posting job: charges by the terms and late fees of all leases that were due. */
export const postingRun = z.object({
  id: z.number(),
  startedAt: z.string(),
  /** When it last made progress. */
  movedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** Null: started automatically. */
  startedBy: z.nullable(z.string()),
  leases: z.number(),
  leasesDone: z.number(),
  entries: z.number(),
  cents: z.number(),
  /** These stay due, and the next run retries them. */
  leasesFailed: z.number(),
  /** The first of the failed leases. */
  failedLeaseIds: z.array(z.number()),
});
export type PostingRun = z.infer<typeof postingRun>;

export const listPostingRuns = endpoint({
  method: "GET",
  path: "/api/posting-runs",
  action: "ledger.post",
  summary: "Runs of the posting job, newest first, each with its progress",
  query: z.object(paging),
  response: z.array(postingRun),
});

export const exportPostingRuns = csvOf(listPostingRuns);

export const countWaitingLeases = endpoint({
  method: "GET",
  path: "/api/posting-runs/waiting",
  action: "ledger.post",
  summary: "How many leases are due to be charged but are not yet",
  response: z.object({ leases: z.number() }),
});

export const startPostingRun = endpoint({
  method: "POST",
  path: "/api/posting-runs",
  action: "ledger.post",
  summary: "Post the charges that are due; a run under way is continued",
  response: postingRun,
  status: 202,
});
