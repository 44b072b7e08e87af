import { Link } from "wouter";
import { formatDay } from "#shared/format/dates.ts";
import { Upload } from "#web/icons.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ListRow } from "#web/ui/tables/list-row.tsx";
import { type DocumentCard, listDocuments } from "../../contract.ts";
import { documentPath, filteredDocumentsPath, uploadDocumentPath } from "../../paths.ts";
import { isDownloadable } from "../../types.ts";
import { DownloadButton } from "../download-button.tsx";
import { ExpirationBadge } from "../expiration-badge.tsx";
import { FileTypeTile } from "../file-type-tile.tsx";
import { formatAudience } from "../format.ts";
import { TypeBadge } from "../type-badge.tsx";

interface RelatedDocumentsProps {
  record: { propertyId: string } | { unitId: string } | { leaseId: string } | { companyId: string };
  /** The property and unit preselected for uploads. Without it, there is no upload link. */
  uploadTo?: { propertyId: number; unitId?: number };
  /** The accessible name of the list, such as `Documents for unit 101`. */
  label: string;
}

/** The newest documents. A link leads to the rest. */
const newestDocuments = { filters: {}, pageSize: 6, isInUrl: false };

/**
 * The newest documents of a property, a unit, a lease, or a company, with links to all of them and to the
 * upload form.
 */
export function RelatedDocuments({ record, uploadTo, label }: RelatedDocumentsProps) {
  const canUpload = useCan("documents.upload") && uploadTo !== undefined;
  const { total, ...list } = useList(listDocuments, useListUrl(newestDocuments), record);
  const uploadLink = canUpload && (
    <ButtonLink href={uploadDocumentPath(uploadTo)} size="sm" icon={<Upload aria-hidden="true" />}>
      Upload
    </ButtonLink>
  );
  return (
    <ListView
      list={list}
      frame="part"
      itemNoun="documents"
      errorTitle="Couldn't load documents."
      skeleton={3}
      emptyState={
        <EmptyState title="No documents" action={uploadLink}>
          {canUpload
            ? "Documents uploaded here will appear in this list."
            : "There are no documents to show."}
        </EmptyState>
      }
    >
      {(rows) => (
        <>
          <ul aria-label={label} className="divide-y divide-line border-line border-b">
            {rows.map((card) => (
              <RelatedDocumentRow
                key={card.id}
                card={card}
                isForOneUnit={"unitId" in record || "leaseId" in record}
              />
            ))}
          </ul>
          <footer className="flex flex-wrap items-center justify-between gap-3 px-(--inset) py-2">
            <Link
              href={filteredDocumentsPath(record)}
              className="thumb rounded-sm font-medium text-accent-text hover:underline"
            >
              {typeof total === "number" && total > newestDocuments.pageSize
                ? `View all ${total.toLocaleString("en-US")} documents`
                : "View all documents"}
            </Link>
            {uploadLink}
          </footer>
        </>
      )}
    </ListView>
  );
}

/** `isForOneUnit`: all documents belong to one unit, so the unit isn't repeated in each row. */
function RelatedDocumentRow({ card, isForOneUnit }: { card: DocumentCard; isForOneUnit: boolean }) {
  const { role } = useUser();
  const { id, title, type, createdAt, expiresOn, file, property, unit } = card;
  const isStaff = role === "admin" || role === "landlord";
  return (
    <ListRow
      leading={<FileTypeTile mediaType={file.mediaType} />}
      title={title}
      href={documentPath(id)}
      aside={
        <>
          <TypeBadge type={type} />
          {expiresOn !== null && <ExpirationBadge expiresOn={expiresOn} timeZone={property.timeZone} />}
          {file.scan === "waiting" && <Badge tone="amber">Scanning</Badge>}
          {file.scan === "infected" && <Badge tone="red">Removed (virus found)</Badge>}
        </>
      }
      action={isDownloadable(file.scan) && <DownloadButton document={card} className="max-sm:hidden" />}
    >
      {[
        `Added ${formatDay(createdAt)}`,
        ...(isForOneUnit || unit === null ? [] : [`Unit ${unit.unitNumber}`]),
        // The unit already implies its tenant.
        ...(isStaff && (isForOneUnit || card.visibility !== "lease") ? [formatAudience(card)] : []),
      ].join(" · ")}
    </ListRow>
  );
}
