import { useQuery } from "@tanstack/react-query";
import type { Building } from "#domains/properties/choices-contract.ts";
import { MapPin } from "#web/icons.ts";
import { useCan } from "#web/session/session.tsx";
import { BuildingPhoto } from "#web/ui/building-photo.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Section } from "#web/ui/section.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { buildingsQuery } from "./queries.ts";

/** The first building of the list (DASH-06 to DASH-09). */
export function BuildingOverview() {
  const canList = useCan("buildings.list");
  const buildings = useQuery({ ...buildingsQuery, enabled: canList });
  const first = buildings.data?.[0];
  return (
    <Section title="Building Overview" aria-label="Building overview" className="overflow-hidden">
      {!canList ? (
        <EmptyState title="Not yet approved">
          Your building appears here once your account is approved.
        </EmptyState>
      ) : buildings.isPending ? (
        <Loading label="Loading the building">
          <Skeleton className="aspect-video w-full rounded-none" />
          <span className="block space-y-2 p-5">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-4 w-56" />
          </span>
        </Loading>
      ) : buildings.isError ? (
        <ErrorState
          title="Couldn't load the building."
          error={buildings.error}
          onRetry={() => void buildings.refetch()}
          isRetrying={buildings.isFetching}
        />
      ) : first === undefined ? (
        <EmptyState title="No buildings found in the system." />
      ) : (
        <OneBuilding building={first} />
      )}
    </Section>
  );
}

function OneBuilding({ building: { name, address, image } }: { building: Building }) {
  return (
    <>
      <BuildingPhoto image={image} alt={name} />
      <div className="px-(--inset) py-4">
        <h3 className="text-section">{name}</h3>
        <p className="mt-1 flex items-start gap-1.5 text-ink-soft">
          <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-faint" />
          {address}
        </p>
      </div>
    </>
  );
}
