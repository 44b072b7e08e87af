import { Section } from "#web/ui/section.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

export const chartGrid = "grid gap-6 md:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]";

/** A placeholder in the shape of the charts. */
export function ChartsLoading() {
  return (
    <Loading label="Loading charts" className={chartGrid}>
      {[0, 1].map((chart) => (
        <Section key={chart} className="h-72 space-y-5 p-5">
          <Skeleton className="h-5 w-48" />
          {[0, 1, 2, 3].map((bar) => (
            <Skeleton key={bar} className="h-4 w-full" />
          ))}
        </Section>
      ))}
    </Loading>
  );
}
