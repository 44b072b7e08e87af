import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Section } from "#web/ui/section.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { tenantDayQuery } from "../queries.ts";
import { DueCard } from "./due-card.tsx";
import { MyRequests } from "./my-requests.tsx";

const grid = "grid gap-4 sm:gap-6 md:grid-cols-2";

/**
 * The amount due, and the tenant's work orders with their next steps. Without a lease, only the work orders.
 */
export function TenantDay() {
  const day = useQuery(tenantDayQuery);
  if (day.isPending)
    return (
      <Loading label="Loading amount due" className={grid}>
        {[0, 1].map((card) => (
          <Section key={card} className="h-56 space-y-4 p-5">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-9 w-44" />
            <Skeleton className="h-11 w-full" />
          </Section>
        ))}
      </Loading>
    );
  if (day.isError)
    return (
      <ErrorState
        title="Couldn't load the amount due."
        error={day.error}
        onRetry={() => void day.refetch()}
        isRetrying={day.isFetching}
      />
    );
  const { leases, requests } = day.data;
  return (
    <div className={leases.length === 0 ? undefined : grid}>
      {leases.length > 0 && <DueCard leases={leases} />}
      <MyRequests requests={requests} />
    </div>
  );
}
