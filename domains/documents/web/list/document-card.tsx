import type { ReactNode } from "react";
import { Link } from "wouter";
import { formatBytes } from "#shared/format/bytes.ts";
import { formatDay } from "#shared/format/dates.ts";
import { useUser } from "#web/session/session.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import type { DocumentCard as Card } from "../../contract.ts";
import { documentKinds } from "../../kinds.ts";
import { documentPath } from "../../paths.ts";
import { toTextHit } from "../../text-hit.ts";
import { isDownloadable } from "../../types.ts";
import { DownloadButton } from "../download-button.tsx";
import { ExpirationBadge } from "../expiration-badge.tsx";
import { FileTypeTile } from "../file-type-tile.tsx";
import { formatAudience, formatFileType, formatPlace } from "../format.ts";
import { TypeBadge } from "../type-badge.tsx";

export const cardGridClasses = "grid sm:gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4";

interface DocumentCardProps {
  card: Card;
  /** In the trash: replaces the download button and the date added. */
  action?: ReactNode;
  dateText?: string;
  /** The time left to restore the document. */
  timeLeft?: string;
}

/**
 * A document's details and its download button (DOC-03, DOC-09). On a phone, it's a row, so that several fit
 * on the screen.
 */
export function DocumentCard(props: DocumentCardProps) {
  return useIsPhone() ? <PhoneRow {...props} /> : <WideCard {...props} />;
}

function WideCard({ card, action, dateText, timeLeft }: DocumentCardProps) {
  const { createdAt, file, excerpt } = card;
  const showsAudience = useShowsAudience();
  return (
    <li className="relative flex min-w-0 flex-col rounded-card bg-surface shadow-xs ring-1 ring-line ring-inset transition-shadow hover:ring-line-2">
      <div className="relative grid h-22 shrink-0 place-items-center rounded-t-card border-line border-b bg-sunken">
        <FileTypeTile mediaType={file.mediaType} shape="paper" />
        <div className="absolute top-2 right-2 flex gap-1">
          <StateBadges card={card} timeLeft={timeLeft} />
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-1 p-3">
        <Title card={card} className="line-clamp-2" />
        <p className="flex min-w-0 items-center gap-2 text-ink-soft text-sm">
          <TypeBadge type={card.type} />
          <span className="truncate" title={formatPlace(card)}>
            {formatPlace(card)}
          </span>
        </p>
        {showsAudience && (
          <p className="truncate text-ink-soft text-sm">
            <span className="sr-only">Visible to: </span>
            {formatAudience(card)}
          </p>
        )}
        {excerpt !== null && <Excerpt excerpt={excerpt} file={file} />}
        <div className="mt-auto flex items-center justify-between gap-2 text-ink-soft text-sm">
          <p className="min-w-0 tabular-nums">
            <span className="block">{dateText ?? `Added ${formatDay(createdAt)}`}</span>
            <span className="sr-only">{`${formatFileType(file.mediaType)} · ${formatBytes(file.bytes)}`}</span>
          </p>
          <div className="relative shrink-0">{action ?? <Download card={card} />}</div>
        </div>
      </div>
    </li>
  );
}

function PhoneRow({ card, action, dateText, timeLeft }: DocumentCardProps) {
  const showsAudience = useShowsAudience();
  const details = [formatPlace(card), ...(showsAudience ? [formatAudience(card)] : [])].join(" · ");
  return (
    <li className="relative flex min-h-16 min-w-0 items-center gap-3 border-line border-b py-2">
      <FileTypeTile mediaType={card.file.mediaType} />
      <div className="min-w-0 flex-1">
        <Title card={card} className="line-clamp-1" />
        <p className="truncate text-ink-soft text-sm">{timeLeft === undefined ? details : dateText}</p>
        <div className="mt-1 flex flex-wrap gap-1.5">
          <TypeBadge type={card.type} />
          <StateBadges card={card} timeLeft={timeLeft} />
        </div>
        {card.excerpt !== null && <Excerpt excerpt={card.excerpt} file={card.file} />}
      </div>
      <div className="relative shrink-0">{action ?? <Download card={card} />}</div>
    </li>
  );
}

/** Only people who decide on the audience of documents see it. */
export function useShowsAudience(): boolean {
  const { role } = useUser();
  return role === "admin" || role === "landlord";
}

/** The whole card links to the document. Its buttons lie above the link. */
const Title = ({ card: { id, title, excerpt }, className }: { card: Card; className: string }) => (
  <h2 className={`text-base leading-5 [overflow-wrap:anywhere] ${className}`}>
    <Link
      href={documentPath(id, excerpt === null ? undefined : toTextHit(excerpt))}
      className="rounded-sm after:absolute after:inset-0 after:rounded-card hover:underline"
    >
      {title}
    </Link>
  </h2>
);

const Download = ({ card }: { card: Card }) =>
  isDownloadable(card.file.scan) && <DownloadButton document={card} />;

/** The expiration, the time left in the trash, and the state of the virus scan. */
export const StateBadges = ({
  card: { expiresOn, file, property },
  timeLeft,
}: {
  card: Card;
  timeLeft?: string | undefined;
}) => (
  <>
    {timeLeft !== undefined && <Badge tone="amber">{timeLeft}</Badge>}
    {expiresOn !== null && <ExpirationBadge expiresOn={expiresOn} timeZone={property.timeZone} />}
    {file.scan === "waiting" && <Badge tone="amber">Scanning</Badge>}
    {file.scan === "infected" && <Badge tone="red">Removed (virus found)</Badge>}
  </>
);

/** The passage of the file that matches the search. */
const Excerpt = ({
  excerpt: { page, pieces },
  file,
}: {
  excerpt: NonNullable<Card["excerpt"]>;
  file: Card["file"];
}) => (
  <p className="my-1 line-clamp-4 border-line border-l-2 pl-3 text-ink-soft text-sm [overflow-wrap:anywhere] max-sm:line-clamp-2">
    {file.mediaType === documentKinds.pdf && (
      <span className="font-medium tabular-nums">{`Page ${page}: `}</span>
    )}
    {pieces.map(({ text, isHit }, index) =>
      isHit ? (
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text are never reordered
        <mark key={index} className="rounded-[3px] bg-amber-soft px-0.5 font-medium text-amber-text">
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
  <Loading label="Loading documents" className={cardGridClasses}>
    {Array.from({ length: count }, (_, card) => (
      // oxlint-disable-next-line react/no-array-index-key -- placeholders have no key of their own
      <div
        key={card}
        data-skeleton="card"
        className="max-sm:flex max-sm:min-h-16 max-sm:items-center max-sm:gap-3"
      >
        <Skeleton className="size-10 shrink-0 sm:h-44 sm:w-full sm:rounded-card" />
        <Skeleton className="h-5 flex-1 sm:hidden" />
      </div>
    ))}
  </Loading>
);
