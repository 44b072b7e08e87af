import { Link } from "wouter";
import { formatDay } from "#shared/format/dates.ts";
import { Files, Upload } from "#web/icons.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListAddress } from "#web/list/use-list-address.ts";
import { paths } from "#web/paths.ts";
import { useMay, useUser } from "#web/session/session.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { type DocumentCard, listDocuments } from "../contract.ts";
import { isToHave } from "../types.ts";
import { DownloadButton } from "./download-button.tsx";
import { ExpiryBadge } from "./expiry-badge.tsx";
import { KindTile } from "./kind-tile.tsx";
import { TypeBadge } from "./type-badge.tsx";
import { audienceInWords } from "./words.ts";

interface DocumentsOfProps {
  of: { propertyId: string } | { unitId: string } | { leaseId: string } | { companyId: string };
  /** The place preselected for uploads; without it there is no upload link. */
  uploadTo?: { propertyId: number; unitId?: number | undefined } | undefined;
  /** The accessible name of the list: `Documents of unit 101`. */
  label: string;
}

/** The newest documents; a link leads to the rest. */
const newestDocuments = { filters: {}, pageSize: 6, isInAddress: false };

/** The newest documents of a building, a unit, a lease or a company, with links to all of them and to the upload form. */
export function DocumentsOf({ of, uploadTo, label }: DocumentsOfProps) {
  const mayUpload = useMay("documents.upload") && uploadTo !== undefined;
  const { total, ...list } = useList(listDocuments, useListAddress(newestDocuments), of);
  const upload = mayUpload && (
    <ButtonLink href={paths.uploadTo(uploadTo)} size="sm" icon={<Upload aria-hidden="true" />}>
      Upload
    </ButtonLink>
  );
  return (
    <ListView
      list={list}
      frame="part"
      noun="documents"
      failed="The documents could not be loaded."
      skeleton={3}
      empty={
        <EmptyState icon={<Files />} title="No documents" action={upload}>
          {mayUpload ? "What is uploaded here appears in this list." : "There are no papers to see here."}
        </EmptyState>
      }
    >
      {(rows) => (
        <>
          <ul aria-label={label} className="divide-y divide-line">
            {rows.map((card) => (
              <Row key={card.id} card={card} isNarrow={"unitId" in of || "leaseId" in of} />
            ))}
          </ul>
          <footer className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-3 sm:px-5">
            <Link
              href={paths.documentsOf(of)}
              className="thumb rounded-sm font-medium text-accent-text hover:underline"
            >
              {typeof total === "number" && total > newestDocuments.pageSize
                ? `View all ${total.toLocaleString("en-US")} documents`
                : "View all documents"}
            </Link>
            {upload}
          </footer>
        </>
      )}
    </ListView>
  );
}

/** `isNarrow`: all documents are of one unit, which then need not be named. */
function Row({ card, isNarrow }: { card: DocumentCard; isNarrow: boolean }) {
  const { role } = useUser();
  const { id, title, type, createdAt, expiresOn, file, unit } = card;
  const isStaff = role === "admin" || role === "landlord";
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-5">
      <KindTile mediaType={file.mediaType} />
      <div className="min-w-0 flex-1">
        <Link
          href={paths.document(id)}
          className="thumb rounded-sm font-medium [overflow-wrap:anywhere] hover:underline"
        >
          {title}
        </Link>
        <p className="text-ink-soft text-sm">
          {[
            `Added ${formatDay(createdAt)}`,
            ...(isNarrow || unit === null ? [] : [`Unit ${unit.unitNumber}`]),
            // If the unit's tenant can see it, the unit already says so.
            ...(isStaff && (isNarrow || card.visibility !== "lease") ? [audienceInWords(card)] : []),
          ].join(" · ")}
        </p>
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          <TypeBadge type={type} />
          {expiresOn !== null && <ExpiryBadge expiresOn={expiresOn} />}
          {file.scan === "waiting" && <Badge tone="amber">Being checked</Badge>}
          {file.scan === "infected" && <Badge tone="red">Removed: a virus was found</Badge>}
        </div>
      </div>
      {isToHave(file.scan) && <DownloadButton document={card} className="max-sm:hidden" />}
    </li>
  );
}
