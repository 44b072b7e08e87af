import type { ReactNode } from "react";
import { Link } from "wouter";
import { formatBytes } from "#shared/format/bytes.ts";
import { formatDay } from "#shared/format/dates.ts";
import { Eye, MapPin } from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { useIsPhone } from "#web/ui/use-phone.ts";
import type { DocumentCard as Card } from "../../contract.ts";
import { documentPath } from "../../paths.ts";
import { toTextHit } from "../../text-hit.ts";
import { isDownloadable } from "../../types.ts";
import { DownloadButton } from "../download-button.tsx";
import { ExpirationBadge } from "../expiration-badge.tsx";
import { FileTypeTile } from "../file-type-tile.tsx";
import { formatAudience, formatFileType, formatPlace } from "../format.ts";
import { TypeBadge } from "../type-badge.tsx";

export const cardGrid = "grid gap-4 max-sm:gap-2 sm:grid-cols-2 xl:grid-cols-3";

interface DocumentCardProps {
  card: Card;
  /** In the trash: replaces the download button and the date added. */
  action?: ReactNode;
  when?: string;
  /** The time left to restore the document. */
  left?: string;
}

/**
 * A document's details and its download button (DOC-03, DOC-09). On a phone, it's a row of three lines, so
 * that several fit on the screen.
 */
export function DocumentCard({ card, action, when, left }: DocumentCardProps) {
  const { role } = useUser();
  const isPhone = useIsPhone();
  const { id, title, createdAt, file, excerpt } = card;
  const isStaff = role === "admin" || role === "landlord";
  const place = formatPlace(card);
  return (
    <li className="relative flex min-w-0 rounded-card border border-line bg-surface transition-colors hover:border-line-control max-sm:items-center max-sm:gap-2 max-sm:p-3 sm:flex-col sm:p-4">
      <div className="flex min-w-0 gap-3 max-sm:flex-1">
        <FileTypeTile mediaType={file.mediaType} />
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 text-base leading-5 [overflow-wrap:anywhere] max-sm:line-clamp-1">
            {/* The whole card links to the document; its buttons lie above the link. */}
            <Link
              href={documentPath(id, excerpt === null ? undefined : toTextHit(excerpt))}
              className="rounded-sm after:absolute after:inset-0 after:rounded-card hover:underline"
            >
              {title}
            </Link>
          </h2>
          <p className="mt-0.5 text-ink-soft text-sm max-sm:truncate">
            {isPhone && left === undefined
              ? [place, ...(isStaff ? [formatAudience(card)] : [])].join(" · ")
              : (when ?? `Added ${formatDay(createdAt)}`)}
          </p>
          {isPhone && <Badges card={card} left={left} />}
          {isPhone && excerpt !== null && <Excerpt excerpt={excerpt} />}
        </div>
      </div>
      {!isPhone && (
        <>
          <Badges card={card} left={left} />
          <ul className="mt-3 space-y-1 text-ink-soft text-sm">
            <Detail icon={<MapPin />}>{place}</Detail>
            {isStaff && (
              <Detail icon={<Eye />}>
                <span className="sr-only">Visible to: </span>
                {formatAudience(card)}
              </Detail>
            )}
          </ul>
          {excerpt !== null && <Excerpt excerpt={excerpt} />}
        </>
      )}
      <div className="mt-auto flex min-h-(--control-sm) flex-wrap items-center justify-between gap-2 max-sm:my-auto max-sm:shrink-0 sm:pt-4">
        <p className="text-ink-soft text-sm tabular-nums max-sm:hidden">{`${formatFileType(file.mediaType)} · ${formatBytes(file.bytes)}`}</p>
        <div className="relative">
          {action ?? (isDownloadable(file.scan) && <DownloadButton document={card} isIconOnPhone />)}
        </div>
      </div>
    </li>
  );
}

function Badges({ card: { type, expiresOn, file }, left }: { card: Card; left: string | undefined }) {
  return (
    <div className="mt-3 flex flex-wrap gap-1.5 max-sm:mt-1.5">
      <TypeBadge type={type} />
      {left !== undefined && <Badge tone="amber">{left}</Badge>}
      {expiresOn !== null && <ExpirationBadge expiresOn={expiresOn} />}
      {file.scan === "waiting" && <Badge tone="amber">Scanning</Badge>}
      {file.scan === "infected" && <Badge tone="red">Removed (virus found)</Badge>}
    </div>
  );
}

const Detail = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-1.5 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint">
    {icon}
    <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
  </li>
);

/** The passage of the file that matches the search. */
const Excerpt = ({ excerpt: { page, pieces } }: { excerpt: NonNullable<Card["excerpt"]> }) => (
  <p className="mt-3 line-clamp-4 border-line border-l-2 pl-3 text-ink-soft text-sm [overflow-wrap:anywhere] max-sm:mt-2 max-sm:line-clamp-2">
    <span className="font-medium tabular-nums">{`Page ${page}: `}</span>
    {pieces.map(({ text, isHit }, at) =>
      isHit ? (
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change places
        <mark key={at} className="rounded-[3px] bg-amber-soft px-0.5 font-medium text-amber-text">
          {text}
        </mark>
      ) : (
        text
      ),
    )}
  </p>
);

/** Placeholder cards (DOC-07). */
export const DocumentCardSkeletons = ({ count }: { count: number }) => (
  <Loading label="Loading documents" className={cardGrid}>
    {Array.from({ length: count }, (_, card) => (
      // oxlint-disable-next-line react/no-array-index-key -- placeholders have no key of their own
      <div
        key={card}
        data-skeleton="card"
        className="rounded-card border border-line bg-surface p-4 max-sm:p-3"
      >
        <div className="flex gap-3">
          <Skeleton className="size-10" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-6 w-24 rounded-full sm:hidden" />
          </div>
        </div>
        <div className="max-sm:hidden">
          <Skeleton className="mt-3 h-6 w-24 rounded-full" />
          <Skeleton className="mt-3 h-4 w-3/5" />
          <Skeleton className="mt-6 h-8 w-2/5" />
        </div>
      </div>
    ))}
  </Loading>
);
