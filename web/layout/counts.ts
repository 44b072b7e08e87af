import { useQuery } from "@tanstack/react-query";
import { readStats } from "#domains/dashboard/stats-contract.ts";
import { listPeople } from "#domains/people/people-contract.ts";
import { listPageQuery } from "#web/list/list-queries.ts";
import type { PageEntry } from "#web/page.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useCan } from "#web/session/session.tsx";

/** People waiting for approval. The page and the sidebar's count share the first page of the list. */
export const pendingFilter = { state: "pending" } as const;
export const pendingPageSize = 50;
const pendingPeople = listPageQuery(listPeople, { ...pendingFilter, page: 1, pageSize: pendingPageSize });

const figuresAreFreshMs = 60_000;

/**
 * Only the dashboard's totals become stale, after 60 s, and the user's own changes refetch them immediately
 * (DASH-05, DASH-27). The sidebar and the dashboard share this query, so that a failed request isn't repeated
 * by the second one to render (API-05).
 */
export const statsQuery = {
  ...endpointQuery(readStats, {}),
  staleTime: figuresAreFreshMs,
  retryOnMount: ({ state }: { state: { errorUpdatedAt: number } }) =>
    Date.now() - state.errorUpdatedAt >= figuresAreFreshMs,
};

/**
 * The counts next to the sidebar's entries, undefined while unknown. They come from the dashboard's totals
 * (DASH-05).
 */
export function useCounts(): Record<NonNullable<PageEntry["count"]>, number | undefined> {
  const stats = useQuery({
    ...statsQuery,
    enabled: useCan("dashboard.read"),
  });
  const pending = useQuery({ ...pendingPeople, enabled: useCan("people.approve") });
  const total = pending.data?.total;
  return {
    "open-work-orders": stats.data?.openWorkOrders,
    approvals: typeof total === "number" ? total : undefined,
  };
}
