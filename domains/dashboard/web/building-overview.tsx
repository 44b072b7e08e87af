import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import * as z from "zod/mini";
import type { PropertyOption } from "#domains/properties/choices-contract.ts";
import { propertyPath } from "#domains/properties/paths.ts";
import { StackingPlan } from "#domains/properties/web/stacking-plan.tsx";
import { ChevronDown } from "#web/icons.ts";
import { useCan } from "#web/session/session.tsx";
import { PropertyPhoto } from "#web/ui/faces/property-photo.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { usePreference } from "#web/use-preference.ts";
import { propertiesQuery } from "./queries.ts";

const photoClasses = "aspect-auto h-59.5 rounded-lead max-xl:h-40";

/**
 * The first property in the list, or the one that the user chose (DASH-06 to DASH-09). Its stacking plan
 * serves as its occupancy chart (DASH-29).
 */
export function BuildingOverview() {
  const canList = useCan("buildings.list");
  const properties = useQuery({ ...propertiesQuery, enabled: canList });
  const [selectedId, setSelectedId] = usePreference("dashboard-building", z.number());
  const property = properties.data?.find(({ id }) => id === selectedId) ?? properties.data?.[0];
  return (
    <section aria-label="Building overview">
      <h2 className="sr-only">Building Overview</h2>
      {!canList ? (
        <EmptyState title="Not yet approved">
          Your building appears here once your account is approved.
        </EmptyState>
      ) : properties.isPending ? (
        <Loading label="Loading the building">
          <Skeleton className={photoClasses} />
          <Skeleton className="mt-3 h-5 w-40" />
          <Skeleton className="mt-1 h-4 w-56" />
        </Loading>
      ) : properties.isError ? (
        <ErrorState
          title="Couldn't load the building."
          error={properties.error}
          onRetry={() => void properties.refetch()}
          isRetrying={properties.isFetching}
        />
      ) : property === undefined ? (
        <EmptyState title="No buildings found in the system." />
      ) : (
        <PropertyCard property={property} properties={properties.data} onSelect={setSelectedId} />
      )}
    </section>
  );
}

interface PropertyCardProps {
  property: PropertyOption;
  properties: readonly PropertyOption[];
  onSelect: (id: number) => void;
}

function PropertyCard({ property: { id, name, address, image }, properties, onSelect }: PropertyCardProps) {
  const canReadUnits = useCan("units.read");
  return (
    <div className="sm:max-xl:grid sm:max-xl:grid-cols-2 sm:max-xl:gap-x-8">
      <div className="relative">
        <PropertyPhoto image={image} alt={name} className={photoClasses} />
        {properties.length > 1 && (
          <div className="absolute top-2.5 left-2.5 flex min-h-(--control-sm) items-center gap-1.5 rounded-control bg-surface px-2.5 font-medium text-sm shadow-xs has-focus-visible:outline-2 has-focus-visible:outline-focus">
            {`${properties.length.toLocaleString("en-US")} properties`}
            <ChevronDown aria-hidden="true" className="size-4" />
            <select
              aria-label="Building"
              value={id}
              onChange={({ target }) => onSelect(Number(target.value))}
              className="absolute inset-0 cursor-pointer opacity-0"
            >
              {properties.map((property) => (
                <option key={property.id} value={property.id}>
                  {property.name}
                </option>
              ))}
            </select>
          </div>
        )}
      </div>
      <div>
        <div className="pt-3 pb-3.5 sm:max-xl:pt-0">
          <h3 className="font-semibold text-section">
            {canReadUnits ? (
              <Link href={propertyPath(id)} className="thumb rounded-sm hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </h3>
          <p className="text-ink-soft text-sm">{address}</p>
        </div>
        {canReadUnits && <StackingPlan key={id} propertyId={id} />}
      </div>
    </div>
  );
}
