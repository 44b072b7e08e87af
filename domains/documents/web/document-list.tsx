import * as z from "zod/mini";
import { Files, Upload } from "#web/icons.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { building, type ControlProps, choice, recordId, searchText } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useListParts } from "#web/list/use-list.ts";
import { useListAddress } from "#web/list/use-list-address.ts";
import { useMay } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { exportDocuments, listDocuments } from "../contract.ts";
import { documentTypes } from "../types.ts";
import { CardsOnTheirWay, cardGrid, DocumentCard } from "./document-card.tsx";

export const documentList = {
  filters: {
    q: searchText({ label: "Search documents", className: "max-xl:grow sm:w-64", lettersMax: 200 }),
    in: { schema: z.literal("titles"), isNarrowing: false, Control: TitlesOnly },
    /** DOC-05, DOC-25. */
    type: choice({
      label: "Filter by type",
      className: "w-40",
      all: "All Types",
      options: documentTypes.map((value) => ({ value, label: value })),
    }),
    propertyId: building({ label: "Filter by building", className: "w-48", all: "All Buildings" }),
    /** The filter that `Needs you` counts. */
    expires: choice({
      label: "Filter by expiry",
      className: "w-44",
      all: "Any Expiry",
      options: [{ value: "soon", label: "Expired or soon" }],
    }),
    unitId: { schema: recordId, Control: (props: ControlProps) => <OnlyOne {...props} of="unit" /> },
    leaseId: { schema: recordId, Control: (props: ControlProps) => <OnlyOne {...props} of="tenancy" /> },
    companyId: { schema: recordId, Control: (props: ControlProps) => <OnlyOne {...props} of="company" /> },
  },
  /** DOC-08, CON-07: the cards shown at first. */
  pageSize: 6,
};
/** The cards added by each press of the button. */
const cardsAtOnce = 24;

function TitlesOnly({ value, set }: ControlProps) {
  return (
    <Checkbox
      label="Search titles only"
      className="sm:min-h-(--control) sm:items-center"
      checked={value === "titles"}
      onChange={({ target }) => set(target.checked ? "titles" : "")}
    />
  );
}

/** Unit, lease and company filters are set by links from their pages; here they are shown and can be cleared. */
function OnlyOne({ of, value, set }: ControlProps & { of: string }) {
  if (value === "") return null;
  return (
    <p className="order-last flex basis-full flex-wrap items-center gap-x-3 gap-y-1 pt-2 text-ink-soft">
      {`Only documents of one ${of} are shown.`}
      <Button size="sm" onClick={() => set("")}>
        Show all
      </Button>
    </p>
  );
}

/** DOC-03 to DOC-08: the filters and the loaded cards. */
export function DocumentList({ onUpload }: { onUpload: () => void }) {
  const address = useListAddress(documentList);
  const list = useListParts(listDocuments, address, address.filters, {
    first: documentList.pageSize,
    more: cardsAtOnce,
  });
  return (
    <>
      <FilterBar
        filters={documentList.filters}
        address={address}
        action={<ExportLink endpoint={exportDocuments} query={address.filters} what="documents" />}
      />
      <ListView
        list={list}
        frame="grid"
        noun="documents"
        failed="The documents could not be loaded."
        skeleton={<CardsOnTheirWay count={documentList.pageSize} />}
        empty={<NothingYet onUpload={onUpload} />}
        nothingMatches={{
          title: "No documents found",
          hint: "Try fewer words, or another type.",
        }}
        more={{ label: "Load More Documents" }}
      >
        {(cards) => (
          <ul aria-label="Documents" className={cardGrid}>
            {cards.map((card) => (
              <DocumentCard key={card.id} card={card} />
            ))}
          </ul>
        )}
      </ListView>
    </>
  );
}

function NothingYet({ onUpload }: { onUpload: () => void }) {
  const mayUpload = useMay("documents.upload");
  return (
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
        ? "Leases, certificates and contracts of your building appear here once somebody uploads them."
        : "The documents of your building appear here once your account is approved."}
    </EmptyState>
  );
}
