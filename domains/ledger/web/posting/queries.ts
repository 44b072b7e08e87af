import { endpointQuery } from "#web/query-client.ts";
import { countLeasesDue, listPostingRuns, type PostingRun } from "../../posting-contract.ts";

/** The polling interval during a run. */
const pollMs = 1_000;
/** A run without progress for this long was interrupted. */
const interruptedAfterMs = 120_000;

export const isInProgress = ({ finishedAt }: PostingRun): boolean => finishedAt === null;
export const isInterrupted = (run: PostingRun): boolean =>
  isInProgress(run) && Date.now() - Date.parse(run.lastProgressAt) > interruptedAfterMs;

export const postingRunsQuery = {
  ...endpointQuery(listPostingRuns, { query: { limit: "20" } }),
  // Runs also start automatically.
  refetchOnMount: "always" as const,
  refetchInterval: ({ state }: { state: { data?: PostingRun[] } }) =>
    state.data?.some(isInProgress) === true ? pollMs : (false as const),
};

export const leasesDueQuery = {
  ...endpointQuery(countLeasesDue, {}),
  refetchOnMount: "always" as const,
};
