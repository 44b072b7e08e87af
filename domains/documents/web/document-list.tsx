import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { listBuildings } from "#domains/properties/choices-contract.ts";
import { Files, SearchX, Upload } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useMay } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { classes } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Select } from "#web/ui/select.tsx";
import { exportDocuments } from "../contract.ts";
import { documentTypes } from "../types.ts";
import { CardsOnTheirWay, cardGrid, DocumentCard } from "./document-card.tsx";
import { cardsAtFirst, cardsAtOnce, documentsQuery } from "./document-queries.ts";
import type { useDocumentsAddress } from "./documents-address.ts";

interface DocumentListProps {
  address: ReturnType<typeof useDocumentsAddress>;
}

/** DOC-03 to DOC-08: the filters, and as many cards as were asked for. */
export function DocumentList({ address }: DocumentListProps) {
  return (
    <>
      <Filters address={address} />
      <NarrowedTo address={address} />
      <Cards address={address} />
    </>
  );
}

/** DOC-05, DOC-25. */
const typeOptions = documentTypes.map((value) => ({ value, label: value }));

function Filters({ address: { filters, set } }: DocumentListProps) {
  const mayListBuildings = useMay("buildings.list");
  const buildings = useQuery({ ...endpointQuery(listBuildings, {}), enabled: mayListBuildings }).data ?? [];
  const search = useCallback((text: string) => set("q", text), [set]);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-xl:basis-full xl:mr-2">
        <SearchBox
          label="Search documents"
          maxLength={200}
          className="w-64 max-xl:grow max-sm:w-full"
          value={filters.q ?? ""}
          onSearch={search}
        />
        <Checkbox
          label="Search inside the files too"
          checked={filters.in === "files"}
          onChange={({ target }) => set("in", target.checked ? "files" : "")}
        />
      </div>
      <Select
        aria-label="Filter by type"
        className="w-40 max-sm:grow max-sm:basis-[calc(50%-0.25rem)]"
        placeholder="All Types"
        options={typeOptions}
        value={filters.type ?? ""}
        onChange={({ target }) => set("type", target.value)}
      />
      {(buildings.length > 1 || filters.propertyId !== undefined) && (
        <Select
          aria-label="Filter by building"
          className="w-48 max-sm:grow max-sm:basis-[calc(50%-0.25rem)]"
          placeholder="All Buildings"
          options={buildings.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={filters.propertyId ?? ""}
          onChange={({ target }) => set("propertyId", target.value)}
        />
      )}
      <ExportLink
        endpoint={exportDocuments}
        query={filters}
        what="documents"
        className="max-sm:grow sm:ml-auto"
      />
    </div>
  );
}

/** A unit and a tenancy are chosen on their pages; here it is said, and taken back. */
function NarrowedTo({ address: { filters, set } }: DocumentListProps) {
  const narrowed = (["unitId", "leaseId"] as const).filter((name) => filters[name] !== undefined);
  return narrowed.map((name) => (
    <p key={name} className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
      {name === "unitId"
        ? "Only documents of one unit are shown."
        : "Only documents of one tenancy are shown."}
      <Button size="sm" onClick={() => set(name, "")}>
        Show all
      </Button>
    </p>
  ));
}

function Cards({ address }: DocumentListProps) {
  const { filters, clear, openForm } = address;
  const list = useInfiniteQuery(documentsQuery(filters));
  const [drawn, setDrawn] = useState({ filters, count: cardsAtFirst });
  if (drawn.filters !== filters) setDrawn({ filters, count: cardsAtFirst });
  if (list.data === undefined)
    return list.isError ? (
      <Card>
        <ErrorState
          title="The documents could not be loaded."
          error={list.error}
          isRetrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      </Card>
    ) : (
      <CardsOnTheirWay count={cardsAtFirst} />
    );
  const last = list.data.pages.at(-1);
  const all = list.data.pages.flatMap(({ cards }) => cards);
  const isWhole = last?.next === "here";
  const cards = isWhole ? all.slice(0, drawn.count) : all;
  const total = last?.total ?? 0;
  const hasMore =
    typeof total === "number" ? cards.length < total && (isWhole || list.hasNextPage) : list.hasNextPage;
  if (cards.length === 0)
    return <Nothing isFiltered={isFiltered(filters)} onClear={clear} onUpload={openForm} />;
  return (
    <div
      className={classes("transition-opacity duration-150", list.isPlaceholderData && "opacity-60")}
      aria-busy={list.isPlaceholderData || undefined}
    >
      <ul aria-label="Documents" className={cardGrid}>
        {cards.map((card) => (
          <DocumentCard key={card.id} card={card} />
        ))}
      </ul>
      <div className="mt-6 flex flex-col items-center gap-3">
        <output className="text-ink-soft tabular-nums">{shownInWords(cards.length, total)}</output>
        {list.isFetchNextPageError && (
          <p role="alert" className="text-red-text">
            More documents could not be loaded. Please try again.
          </p>
        )}
        {hasMore && (
          <Button
            isBusy={list.isFetchingNextPage}
            disabled={list.isPlaceholderData}
            onClick={() =>
              isWhole ? setDrawn({ filters, count: drawn.count + cardsAtOnce }) : void list.fetchNextPage()
            }
          >
            Load More Documents
          </Button>
        )}
      </div>
    </div>
  );
}

const isFiltered = ({ in: _, ...filters }: ReturnType<typeof useDocumentsAddress>["filters"]): boolean =>
  Object.keys(filters).length > 0;

function shownInWords(shown: number, total: number | string): string {
  const all = typeof total === "number" ? total.toLocaleString("en-US") : total;
  return `Showing ${shown.toLocaleString("en-US")} of ${all}`;
}

interface NothingProps {
  isFiltered: boolean;
  onClear: () => void;
  onUpload: () => void;
}

function Nothing({ isFiltered: wasFiltered, onClear, onUpload }: NothingProps) {
  const mayUpload = useMay("documents.upload");
  return (
    <Card>
      {wasFiltered ? (
        <EmptyState
          icon={<SearchX />}
          title="No documents found"
          action={<Button onClick={onClear}>Clear filters</Button>}
        >
          Try fewer words, another type, or look inside the files too.
        </EmptyState>
      ) : (
        <EmptyState
          icon={<Files />}
          title="No documents yet"
          action={
            mayUpload && (
              <Button icon={<Upload aria-hidden="true" />} onClick={onUpload}>
                Upload your first document
              </Button>
            )
          }
        >
          {mayUpload
            ? "Leases, certificates and contracts of your building stand here once somebody uploads them."
            : "The papers of your building stand here once your account is approved."}
        </EmptyState>
      )}
    </Card>
  );
}
