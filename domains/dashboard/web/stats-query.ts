import { endpointQuery } from "#web/query-client.ts";
import { readStats } from "../stats-contract.ts";

const statsStaleTimeMs = 60_000;

/**
 * The dashboard's totals become stale after 60 s, and the user's own changes refetch them immediately
 * (DASH-05, DASH-27). The sidebar and the dashboard share this query, so that a failed request isn't repeated
 * by the second one to render (API-05).
 */
export const statsQuery = {
  ...endpointQuery(readStats, {}),
  staleTime: statsStaleTimeMs,
  retryOnMount: ({ state }: { state: { errorUpdatedAt: number } }) =>
    Date.now() - state.errorUpdatedAt >= statsStaleTimeMs,
};
