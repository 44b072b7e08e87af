import { useQuery } from "@tanstack/react-query";
import { statsQuery } from "#domains/dashboard/web/stats-query.ts";
import { pendingPeopleQuery } from "#domains/people/web/approvals/pending-people.ts";
import type { PageEntry } from "#web/page.ts";
import { useCan } from "#web/session/session.tsx";

/**
 * The counts next to the sidebar's entries, undefined while unknown. They come from the dashboard's totals
 * (DASH-05).
 */
export function useCounts(): Record<NonNullable<PageEntry["count"]>, number | undefined> {
  const stats = useQuery({
    ...statsQuery,
    enabled: useCan("dashboard.read"),
  });
  const pending = useQuery({ ...pendingPeopleQuery, enabled: useCan("people.approve") });
  return {
    "open-work-orders": stats.data?.openWorkOrders,
    approvals: pending.data?.total,
  };
}
