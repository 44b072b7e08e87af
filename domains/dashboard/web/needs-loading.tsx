import { Card, CardHeader } from "#web/ui/card.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

/** As high as what needs somebody with some buildings, so that the figures below hardly move. */
export const NeedsLoading = () => (
  <Card aria-label="Needs you">
    <CardHeader title="Needs you" />
    <Loading label="Loading what needs you" className="h-102 gap-x-6 space-y-5 px-5 pt-1 lg:columns-2">
      {[...Array(16).keys()].map((row) => (
        <Skeleton key={row} className="h-5 w-full" />
      ))}
    </Loading>
  </Card>
);
