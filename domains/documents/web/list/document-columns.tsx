import { Link } from "wouter";
import { formatDay } from "#shared/format/dates.ts";
import type { Column } from "#web/ui/tables/table.tsx";
import type { DocumentCard } from "../../contract.ts";
import { documentPath } from "../../paths.ts";
import { isDownloadable } from "../../types.ts";
import { DownloadButton } from "../download-button.tsx";
import { formatAudience, formatPlace } from "../format.ts";
import { TypeBadge } from "../type-badge.tsx";
import { StateBadges } from "./document-card.tsx";

/** The columns of the table of documents. */
export const documentColumns = (showsAudience: boolean): readonly Column<DocumentCard>[] => [
  {
    key: "title",
    header: "Title",
    className: "max-w-90 min-w-40",
    cell: ({ id, title }) => (
      <Link href={documentPath(id)} className="line-clamp-1 rounded-sm font-semibold hover:underline">
        {title}
      </Link>
    ),
  },
  { key: "type", header: "Type", cell: ({ type }) => <TypeBadge type={type} /> },
  { key: "place", header: "Place", cell: (card) => formatPlace(card) },
  ...(showsAudience
    ? [{ key: "audience", header: "Visible to", cell: (card: DocumentCard) => formatAudience(card) }]
    : []),
  { key: "expires", header: "Expires", cell: (card) => <StateBadges card={card} /> },
  { key: "added", header: "Added", cell: ({ createdAt }) => formatDay(createdAt) },
  {
    key: "download",
    header: "Download",
    isHeaderHidden: true,
    cell: (card) => isDownloadable(card.file.scan) && <DownloadButton document={card} />,
  },
];
