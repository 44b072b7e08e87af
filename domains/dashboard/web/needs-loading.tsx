import { Card, CardHeader } from "#web/ui/card.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

/** A placeholder in the shape of what needs the person. */
export const NeedsLoading = () => (
  <Card aria-label="Needs you">
    <CardHeader title="Needs you" />
    <Loading label="Loading what needs you" className="h-64 gap-x-6 space-y-5 px-5 pt-1 lg:columns-2">
      {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
        <Skeleton key={row} className="h-5 w-full" />
      ))}
    </Loading>
  </Card>
);
