import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Lead } from "#web/ui/page/lead.tsx";

/** A placeholder as high as seven tasks, or five on a phone, so that the content below hardly moves. */
export const NeedsLoading = () => (
  <Lead title="Needs you" aria-label={undefined}>
    <Loading label="Loading “Needs you”">
      {[0, 1, 2, 3, 4, 5, 6].map((row) => (
        <div
          key={row}
          className="flex min-h-17 items-center gap-3.5 border-line border-t px-(--inset) max-sm:nth-[n+7]:hidden sm:min-h-13"
        >
          <Skeleton className="size-8 rounded-control" />
          <div className="flex-1 space-y-1.5">
            <Skeleton className="h-3.5 w-52 max-w-full" />
            <Skeleton className="h-3 w-72 max-w-full" />
          </div>
          <Skeleton className="h-(--control-sm) w-25 rounded-control" />
        </div>
      ))}
    </Loading>
  </Lead>
);
