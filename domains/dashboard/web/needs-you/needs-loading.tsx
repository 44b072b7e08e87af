import { Lead } from "#web/ui/lead.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

/** A placeholder about as high as the tasks for a few properties, so that the content below hardly moves. */
export const NeedsLoading = () => (
  <Lead title="Needs you">
    <Loading label="Loading “Needs you”" className="h-102 gap-x-6 space-y-5 px-5 pt-1 lg:columns-2">
      {[...Array(16).keys()].map((row) => (
        <Skeleton key={row} className="h-5 w-full" />
      ))}
    </Loading>
  </Lead>
);
