import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";

/** A placeholder in the shape of the charts. */
export const ChartsLoading = () => (
  <>
    {["Loading rent by month", "Loading open work orders"].map((label) => (
      <Loading key={label} label={label} className="h-60 space-y-4 pt-3">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="h-42 w-full" />
      </Loading>
    ))}
  </>
);
