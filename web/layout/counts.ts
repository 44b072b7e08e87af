import { useQuery } from "@tanstack/react-query";
import { listPeople } from "#domains/accounts/people-contract.ts";
import { readStats } from "#domains/dashboard/stats-contract.ts";
import type { NavigationEntry } from "#web/layout/navigation.ts";
import { listPageQuery } from "#web/list/list-queries.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useMay } from "#web/session/session.tsx";

/** People waiting for approval; the page and the number in the sidebar share the first page of the list. */
export const pendingFilter = { state: "pending" } as const;
export const pendingAtOnce = 50;
const pendingPeople = listPageQuery(listPeople, { ...pendingFilter, page: 1, pageSize: pendingAtOnce });

const figuresAreFreshMs = 60_000;

/**
 * DASH-05, DASH-27: only the figures become stale, after 60 s; the user's own changes refresh them at once. The sidebar and
 * the dashboard share them, so that figures that failed are not requested again by the second of the two (API-05).
 */
export const statsQuery = {
  ...endpointQuery(readStats, {}),
  staleTime: figuresAreFreshMs,
  retryOnMount: ({ state }: { state: { errorUpdatedAt: number } }) =>
    Date.now() - state.errorUpdatedAt >= figuresAreFreshMs,
};

/** The numbers next to the sidebar's entries; undefined while unknown. They are the dashboard's own figures (DASH-05). */
export function useCounts(): Record<NonNullable<NavigationEntry["count"]>, number | undefined> {
  const stats = useQuery({
    ...statsQuery,
    enabled: useMay("dashboard.read"),
  });
  const pending = useQuery({ ...pendingPeople, enabled: useMay("people.approve") });
  const total = pending.data?.total;
  return {
    "open-work-orders": stats.data?.openWorkOrders,
    approvals: typeof total === "number" ? total : undefined,
  };
}
