import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import * as z from "zod/mini";
import { ApiError } from "#web/api-client.ts";
import { Plus } from "#web/icons.ts";
import { searchTextSchema } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { loadedList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { SearchBox } from "#web/ui/forms/search-box.tsx";
import { AccessDenied } from "#web/ui/page/access-denied.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { TabPanel, Tabs } from "#web/ui/page/tabs.tsx";
import { exportProperties, type Property } from "../../contract.ts";
import { addPropertyPath, addUnitPath } from "../../paths.ts";
import { propertiesQuery } from "../queries.ts";
import { cardGrid, PropertyCards } from "./property-cards.tsx";
import { calculateFigures, findProperties, propertyTabs, toSearchableProperties } from "./property-search.ts";

/** PROP-01 to PROP-18. */
export default function PropertiesPage() {
  const properties = useQuery(propertiesQuery);
  const { error } = properties;
  const isUnreachable = error !== null && isOutage(error);
  useEffect(() => {
    if (isUnreachable)
      toast({
        title: "Error",
        description: "Failed to load properties. Using sample data instead.",
        variant: "destructive",
      });
  }, [isUnreachable]);

  if (error instanceof ApiError && error.status === 403) return <AccessDenied />;
  return (
    <>
      <PageHeader
        title="Properties"
        action={
          <>
            <ButtonLink href={addUnitPath()} icon={<Plus aria-hidden="true" />} className="max-sm:hidden!">
              Add Unit
            </ButtonLink>
            <ButtonLink href={addPropertyPath} variant="primary" icon={<Plus aria-hidden="true" />}>
              Add Property
            </ButtonLink>
          </>
        }
      />
      {properties.data !== undefined ? (
        <PropertiesOverview properties={properties.data} />
      ) : isUnreachable ? (
        <>
          <SampleNotice isRetrying={properties.isFetching} onRetry={() => void properties.refetch()} />
          <PropertiesOverview properties={sampleProperties} isSample />
        </>
      ) : properties.isError ? (
        <ErrorState
          title="Couldn't load the properties."
          error={error}
          onRetry={() => void properties.refetch()}
          isRetrying={properties.isFetching}
        />
      ) : (
        <PropertiesLoading />
      )}
    </>
  );
}

/**
 * Whether the network or the server failed, as opposed to the server rejecting the request (requirements,
 * "Load failure").
 */
const isOutage = (error: Error) => !(error instanceof ApiError) || error.status >= 500;

function SampleNotice({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3 rounded-card bg-amber-soft px-4 py-3">
      <Badge tone="amber">Sample data</Badge>
      <p className="min-w-0 flex-1 basis-52">We couldn't load your properties, so you're seeing examples.</p>
      <Button size="sm" isBusy={isRetrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

const maxSearchLetters = 200;

/** The tab and the search text. The whole list is loaded and filtered in the browser. */
const propertyList = {
  filters: {
    type: { schema: z.enum(["multi", "single"]) },
    q: { schema: searchTextSchema(maxSearchLetters) },
  },
  pageSize: 24,
};

function PropertiesOverview({
  properties,
  isSample = false,
}: {
  properties: readonly Property[];
  isSample?: boolean;
}) {
  const listUrl = useListUrl(propertyList);
  const { type: tab = "all", q: searchText = "" } = listUrl.filters;
  const searchableProperties = useMemo(() => toSearchableProperties(properties), [properties]);
  const matches = useMemo(
    () => findProperties(searchableProperties, tab, searchText),
    [searchableProperties, tab, searchText],
  );
  return (
    <>
      <KeyFigures properties={properties} />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="max-sm:w-full">
          <Tabs
            name="properties"
            label="Type of property"
            tabs={propertyTabs}
            value={tab}
            onChange={(type) => listUrl.setFilters({ type: type === "all" ? "" : type })}
          />
        </div>
        <SearchBox
          label="Search properties"
          placeholder="Name, address, city, state, or ZIP"
          maxLength={maxSearchLetters}
          className="min-w-0 flex-1 basis-60 max-sm:basis-0 sm:max-w-88 lg:ml-auto"
          value={searchText}
          onSearch={(q) => listUrl.setFilters({ q })}
        />
        <output className="sr-only">
          {matches.length === 1 ? "1 property" : `${matches.length} properties`}
        </output>
        {!isSample && (
          <ExportLink
            endpoint={exportProperties}
            query={{
              ...(searchText === "" ? {} : { q: searchText }),
              ...(tab === "all" ? {} : { type: tab }),
            }}
            noun="properties"
          />
        )}
      </div>
      <TabPanel name="properties" value={tab}>
        <ListView
          list={{
            ...loadedList(matches),
            listUrl: { ...listUrl, isNarrowed: properties.length > 0 },
          }}
          frame="grid"
          itemNoun="properties"
          errorTitle=""
          emptyState={
            <EmptyState
              isPage
              title="No properties found"
              action={
                <ButtonLink href={addPropertyPath} variant="primary">
                  Add your first property
                </ButtonLink>
              }
            >
              Add your first property to get started
            </EmptyState>
          }
          noMatches={{
            title: "No properties found",
            hint: "No matches. Try a different name, street, city, state, or ZIP code.",
            clear: "Clear search",
          }}
        >
          {(shownProperties) => (
            <PropertyCards properties={shownProperties} search={`${tab} ${searchText}`} isSample={isSample} />
          )}
        </ListView>
      </TabPanel>
    </>
  );
}

const figuresLine = "mb-4 flex min-h-11 flex-wrap items-center gap-x-10 gap-y-1 border-line border-y py-2.5";

function KeyFigures({ properties }: { properties: readonly Property[] }) {
  const { total, multi, single, units } = useMemo(() => calculateFigures(properties), [properties]);
  const figures = [
    ["Total Properties", total],
    ["Multi-Unit", multi],
    ["Single-Unit", single],
    ["Total Units", units],
  ] as const;
  return (
    <section aria-label="Key figures" className={figuresLine}>
      {figures.map(([label, value]) => (
        <p key={label} className="flex items-baseline gap-2">
          <span className="text-ink-soft text-sm">{label}</span>
          <strong className="text-section tabular-nums">{value.toLocaleString("en-US")}</strong>
        </p>
      ))}
    </section>
  );
}

function PropertiesLoading() {
  return (
    <Loading label="Loading properties">
      <span className={figuresLine}>
        <Skeleton className="h-5 w-full max-w-140" />
      </span>
      <Skeleton className="mb-4 h-11 rounded-control sm:w-80" />
      <span className={cardGrid}>
        {[0, 1, 2].map((card) => (
          <Skeleton key={card} className="h-80 rounded-card" />
        ))}
      </span>
    </Loading>
  );
}

/** Sample data, shown when the properties can't be loaded (PROP-18). */
const sampleProperties: readonly Property[] = [
  createSampleProperty(1, "Lakeside Plaza", "400 Lakeside Drive", "98109", 8),
  createSampleProperty(2, "Pine Street Annex", "27 Pine Street", "98101", null),
  createSampleProperty(3, "Summit Offices", "1500 Summit Avenue", "98122", 14),
];

function createSampleProperty(
  id: number,
  name: string,
  address: string,
  zip: string,
  unitCount: number | null,
): Property {
  return {
    id: -id,
    name,
    address,
    city: "Seattle",
    state: "WA",
    zip,
    country: "USA",
    type: unitCount === null ? "single" : "multi",
    unitCount,
    yearBuilt: null,
    mlsNumber: null,
    createdById: null,
    attachments: [],
    image: null,
  };
}
