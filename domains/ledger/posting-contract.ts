import * as z from "zod/mini";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { paging } from "#shared/http/paging.ts";

/** A run of the posting job: all scheduled charges and late fees due at that time. */
export const postingRun = z.object({
  id: z.number(),
  startedAt: z.string(),
  /** The time of its last progress. */
  lastProgressAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** Null if it started automatically. */
  startedBy: z.nullable(z.string()),
  leases: z.number(),
  leasesDone: z.number(),
  entries: z.number(),
  cents: z.number(),
  /** Leases that couldn't be charged. They stay due, and the next run retries them. */
  leasesFailed: z.number(),
  /** The first few failed leases. */
  failedLeaseIds: z.array(z.number()),
});
export type PostingRun = z.infer<typeof postingRun>;

export const listPostingRuns = endpoint({
  method: "GET",
  path: "/api/posting-runs",
  action: "ledger.post",
  summary: "List charge posting runs, newest first, with progress",
  query: z.object(paging),
  response: z.array(postingRun),
});

export const exportPostingRuns = csvEndpoint(listPostingRuns);

export const countLeasesDue = endpoint({
  method: "GET",
  path: "/api/posting-runs/waiting",
  action: "ledger.post",
  summary: "Count leases with charges due that haven't posted",
  response: z.object({ leases: z.number() }),
});

export const startPostingRun = endpoint({
  method: "POST",
  path: "/api/posting-runs",
  action: "ledger.post",
  summary: "Post charges due now; resumes a run in progress",
  response: postingRun,
  status: 202,
});
