import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import * as z from "zod/mini";
import { ApiError } from "#web/api-client.ts";
import { Building, Building2, DoorOpen, House, Plus } from "#web/icons.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { words } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { here } from "#web/list/use-list.ts";
import { useListAddress } from "#web/list/use-list-address.ts";
import { paths } from "#web/paths.ts";
import { useMay } from "#web/session/session.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Figure } from "#web/ui/figure.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { toast } from "#web/ui/toast.tsx";
import { exportProperties, type Property } from "../contract.ts";
import { cardGrid, PropertyCards } from "./property-cards.tsx";
import { figuresOf, findProperties, propertyTabs, searchable } from "./property-search.ts";
import { PropertySearch } from "./property-search-box.tsx";
import { propertiesQuery } from "./queries.ts";
import { sampleProperties } from "./sample-properties.ts";

/** PROP-01 to PROP-18. */
export default function PropertiesPage() {
  const mayList = useMay("properties.list");
  const properties = useQuery({ ...propertiesQuery, enabled: mayList });
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

  if (!mayList || (error instanceof ApiError && error.status === 403)) return <AccessDenied />;
  return (
    <>
      <PageHeader
        title="Properties"
        description="Every building you look after, with its units, people and work orders."
        action={
          <>
            <ButtonLink href={paths.addUnit()} icon={<Plus aria-hidden="true" />} className="max-sm:hidden!">
              Add Unit
            </ButtonLink>
            <ButtonLink href={paths.addProperty} variant="primary" icon={<Plus aria-hidden="true" />}>
              Add Property
            </ButtonLink>
          </>
        }
      />
      {properties.data !== undefined ? (
        <Overview properties={properties.data} />
      ) : isUnreachable ? (
        <>
          <SampleNotice isRetrying={properties.isFetching} onRetry={() => void properties.refetch()} />
          <Overview properties={sampleProperties} isSample />
        </>
      ) : properties.isError ? (
        <Card>
          <ErrorState
            title="The properties could not be loaded."
            error={error}
            onRetry={() => void properties.refetch()}
            isRetrying={properties.isFetching}
          />
        </Card>
      ) : (
        <PropertiesLoading />
      )}
    </>
  );
}

/** A fault of the network or the server, as opposed to a refusal (requirements, "Load failure"). */
const isOutage = (error: Error) => !(error instanceof ApiError) || error.status >= 500;

function SampleNotice({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3 rounded-card bg-amber-soft px-4 py-3">
      <Badge tone="amber">Sample data</Badge>
      <p className="min-w-0 flex-1 basis-52">
        Your properties could not be loaded. These examples only show what the page looks like.
      </p>
      <Button size="sm" isBusy={isRetrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

/** The tab and the search text. The whole list is loaded, so it is filtered at every key press. */
const propertyList = {
  filters: { type: { schema: z.enum(["multi", "single"]) }, q: { schema: words(200) } },
  pageSize: 24,
};

/** Browsers limit the rate at which an address may change. */
const addressDelayMs = 300;

function Overview({ properties, isSample = false }: { properties: readonly Property[]; isSample?: boolean }) {
  const address = useListAddress(propertyList);
  const { type: tab = "all", q: textInAddress = "" } = address.filters;
  const [text, setText] = useState(textInAddress);
  const [known, setKnown] = useState(textInAddress);
  if (known !== textInAddress) {
    // The address was changed by a link, or by the timer below.
    setKnown(textInAddress);
    if (textInAddress !== text.trim()) setText(textInAddress);
  }
  useEffect(() => {
    if (text.trim() === textInAddress) return;
    const timer = setTimeout(() => address.set({ q: text.trim() }), addressDelayMs);
    return () => clearTimeout(timer);
  }, [text, textInAddress, address]);
  const wanted = useDeferredValue(text);
  const all = useMemo(() => searchable(properties), [properties]);
  const found = useMemo(() => findProperties(all, tab, wanted), [all, tab, wanted]);
  const clear = () => {
    setText("");
    address.clear();
  };
  return (
    <>
      <Figures properties={properties} />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="max-sm:w-full">
          <Tabs
            name="properties"
            label="Type of property"
            tabs={propertyTabs}
            value={tab}
            onChange={(type) => address.set({ type: type === "all" ? "" : type })}
          />
        </div>
        <PropertySearch value={text} onChange={setText} count={found.length} />
        {!isSample && (
          <ExportLink
            endpoint={exportProperties}
            query={{
              ...(wanted.trim() === "" ? {} : { q: wanted.trim() }),
              ...(tab === "all" ? {} : { type: tab }),
            }}
            what="properties"
          />
        )}
      </div>
      <TabPanel name="properties" value={tab}>
        <ListView
          list={{ ...here(found), address: { ...address, isNarrowed: properties.length > 0, clear } }}
          frame="grid"
          noun="properties"
          failed=""
          empty={
            <EmptyState
              icon={<Building2 />}
              title="No properties found"
              action={
                <ButtonLink href={paths.addProperty} variant="primary">
                  Add your first property
                </ButtonLink>
              }
            >
              Add your first property to get started
            </EmptyState>
          }
          nothingMatches={{
            title: "No properties found",
            hint: "Nothing matches. Try another name, street, city, state or ZIP code.",
            clear: "Clear search",
          }}
        >
          {(shown) => <PropertyCards properties={shown} search={`${tab} ${wanted}`} isSample={isSample} />}
        </ListView>
      </TabPanel>
    </>
  );
}

const figuresGrid = "mb-6 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4";

function Figures({ properties }: { properties: readonly Property[] }) {
  const figures = useMemo(() => figuresOf(properties), [properties]);
  return (
    <section aria-label="Figures" className={figuresGrid}>
      <Figure
        label="Total Properties"
        value={figures.total}
        Icon={Building2}
        look="bg-blue-soft text-blue-text"
      />
      <Figure
        label="Multi-Unit"
        value={figures.multi}
        Icon={Building}
        look="bg-violet-soft text-violet-text"
      />
      <Figure label="Single-Unit" value={figures.single} Icon={House} look="bg-green-soft text-green-text" />
      <Figure
        label="Total Units"
        value={figures.units}
        Icon={DoorOpen}
        look="bg-amber-soft text-amber-text"
      />
    </section>
  );
}

function PropertiesLoading() {
  return (
    <Loading label="Loading the properties">
      <span className={figuresGrid}>
        {[0, 1, 2, 3].map((figure) => (
          <Skeleton key={figure} className="h-20 rounded-card sm:h-27" />
        ))}
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
