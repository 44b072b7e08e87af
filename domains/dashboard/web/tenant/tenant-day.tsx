import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import { tenantDayQuery } from "../queries.ts";
import { DueLead } from "./due-lead.tsx";
import { TenantNeeds } from "./tenant-needs.tsx";

/** The amounts due and the tenant's tasks. */
export function TenantDay() {
  const day = useQuery(tenantDayQuery);
  if (day.isPending)
    return (
      <Lead>
        <Loading label="Loading amount due" className="space-y-3.5 p-4 sm:p-5">
          <Skeleton className="h-5 w-36" />
          <Skeleton className="h-11 w-52" />
          <Skeleton className="h-4 w-64 max-w-full" />
          <Skeleton className="h-12.5 w-full sm:h-11 sm:w-40" />
          <Skeleton className="h-8 w-full sm:w-64" />
        </Loading>
      </Lead>
    );
  if (day.isError)
    return (
      <Lead aria-label="Amount due">
        <ErrorState
          title="Couldn't load the amount due."
          error={day.error}
          onRetry={() => void day.refetch()}
          isRetrying={day.isFetching}
        />
      </Lead>
    );
  const { leases, workOrdersToAnswer } = day.data;
  return (
    // A phone in landscape shows both without scrolling.
    <div className="space-y-6 rail:grid rail:grid-cols-2 rail:items-start rail:gap-x-6 rail:space-y-0 rail:*:only:col-span-full">
      {leases.length > 0 && <DueLead leases={leases} loadedAt={day.dataUpdatedAt} />}
      <TenantNeeds workOrdersToAnswer={workOrdersToAnswer} />
    </div>
  );
}
