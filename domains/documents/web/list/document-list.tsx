import { useLocation } from "wouter";
import * as z from "zod/mini";
import { Upload } from "#web/icons.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import {
  createChoiceFilter,
  createPropertyFilter,
  createSearchFilter,
  recordId,
} from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useGrowingList } from "#web/list/use-list.ts";
import type { ControlProps } from "#web/list/use-list-url.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { useRowKeys } from "#web/list/use-row-keys.ts";
import { useSelection } from "#web/list/use-selection.ts";
import { openEditState } from "#web/open-form-link.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { Segments } from "#web/ui/forms/segments.tsx";
import { Table } from "#web/ui/tables/table.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { usePreference } from "#web/use-preference.ts";
import { exportDocuments, listDocuments } from "../../contract.ts";
import { documentPath } from "../../paths.ts";
import { documentTypes } from "../../types.ts";
import { cardGridClasses, DocumentCard, DocumentCardSkeletons, useShowsAudience } from "./document-card.tsx";
import { documentColumns } from "./document-columns.tsx";
import { SelectedDocuments } from "./selected-documents.tsx";

export const documentList = {
  filters: {
    q: createSearchFilter({ label: "Search documents", className: "max-xl:grow sm:w-64", maxLetters: 200 }),
    in: { schema: z.literal("titles"), isNarrowing: false, Control: TitlesOnlyCheckbox },
    /** DOC-05, DOC-25. */
    type: createChoiceFilter({
      label: "Filter by type",
      className: "w-34 pointer-coarse:w-40",
      all: "All Types",
      options: documentTypes.map((value) => ({ value, label: value })),
    }),
    propertyId: createPropertyFilter({
      label: "Filter by building",
      className: "w-40 pointer-coarse:w-48",
      all: "All Buildings",
    }),
    /** The filter behind the count in `Needs you`. */
    expires: createChoiceFilter({
      label: "Filter by expiration",
      className: "w-38 pointer-coarse:w-44",
      all: "Any Expiration",
      options: [{ value: "soon", label: "Expired or expiring soon" }],
    }),
    unitId: { schema: recordId, Control: (props: ControlProps) => <LinkFilter {...props} noun="unit" /> },
    leaseId: { schema: recordId, Control: (props: ControlProps) => <LinkFilter {...props} noun="lease" /> },
    companyId: {
      schema: recordId,
      Control: (props: ControlProps) => <LinkFilter {...props} noun="company" />,
    },
  },
  /** The number of cards at first (DOC-08, CON-07). */
  pageSize: 6,
};
/** How many cards “Load More Documents” adds. */
const cardsPerLoad = 24;

function TitlesOnlyCheckbox({ value, set }: ControlProps) {
  return (
    <Checkbox
      label="Search titles only"
      className="sm:min-h-(--control) sm:items-center"
      checked={value === "titles"}
      onChange={({ target }) => set(target.checked ? "titles" : "")}
    />
  );
}

/**
 * Unit, lease, and company filters are set by links from their pages. This list shows them and lets the user
 * clear them.
 */
function LinkFilter({ noun, value, set }: ControlProps & { noun: string }) {
  if (value === "") return null;
  return (
    <p className="order-last flex basis-full flex-wrap items-center gap-x-3 gap-y-1 pt-2 text-ink-soft">
      {`Showing documents for one ${noun} only.`}
      <Button size="sm" onClick={() => set("")}>
        Show all
      </Button>
    </p>
  );
}

const viewOptions = [
  { value: "cards", label: "Cards" },
  { value: "table", label: "Table" },
] as const;
const viewSchema = z.enum(["cards", "table"]);

/** The filters, and the documents as cards (DOC-03 to DOC-08) or a table. The browser remembers the view. */
export function DocumentList({ onUpload }: { onUpload: () => void }) {
  const listUrl = useListUrl(documentList);
  const list = useGrowingList(listDocuments, listUrl, listUrl.filters, {
    firstCount: documentList.pageSize,
    moreCount: cardsPerLoad,
  });
  const [view = "cards", setView] = usePreference("documents-view", viewSchema);
  const isPhone = useIsPhone();
  const showsAudience = useShowsAudience();
  const [, navigate] = useLocation();
  const selection = useSelection(list.rows);
  const isTenant = useUser().role === "tenant";
  const edit = ({ id }: { id: number }) => navigate(documentPath(id), { state: openEditState });
  const cardKeys = useRowKeys(list.rows ?? [], { onEdit: edit });
  return (
    <>
      <FilterBar
        filters={documentList.filters}
        listUrl={listUrl}
        action={
          <>
            {!isPhone && <Segments legend="View" options={viewOptions} selected={view} onSelect={setView} />}
            <ExportLink endpoint={exportDocuments} query={listUrl.filters} noun="documents" />
          </>
        }
      />
      <ListView
        list={list}
        frame="grid"
        itemNoun="documents"
        errorTitle="Couldn't load documents."
        skeleton={<DocumentCardSkeletons count={documentList.pageSize} />}
        emptyState={<NoDocuments onUpload={onUpload} />}
        noMatches={{
          title: "No documents found",
          hint: "Try fewer words or a different type.",
        }}
        loadMore={{ label: "Load More Documents" }}
      >
        {(cards) =>
          view === "table" && !isPhone ? (
            <>
              {selection.wasUsed && <SelectedDocuments selection={selection} />}
              <Table
                caption="Documents"
                columns={documentColumns(showsAudience)}
                rows={cards}
                rowKey={({ id }) => id}
                onOpen={({ id }) => navigate(documentPath(id))}
                onEdit={edit}
                selection={isTenant ? undefined : { ...selection, getName: ({ title }) => title }}
              />
            </>
          ) : (
            <ul {...cardKeys} aria-label="Documents" className={cardGridClasses}>
              {cards.map((card) => (
                <DocumentCard key={card.id} card={card} />
              ))}
            </ul>
          )
        }
      </ListView>
    </>
  );
}

function NoDocuments({ onUpload }: { onUpload: () => void }) {
  const canUpload = useCan("documents.upload");
  return (
    <EmptyState
      isPage
      title="No documents yet"
      action={
        canUpload && (
          <Button icon={<Upload aria-hidden="true" />} onClick={onUpload}>
            Upload your first document
          </Button>
        )
      }
    >
      {canUpload
        ? "Leases, certificates, and contracts for your building appear here once they're uploaded."
        : "Your building's documents appear here once your account is approved."}
    </EmptyState>
  );
}
