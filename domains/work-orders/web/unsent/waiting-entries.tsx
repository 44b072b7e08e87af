import { Suspense } from "react";
import { formatMoment } from "#shared/format/dates.ts";
import { Upload } from "#web/icons.ts";
import { useOutbox } from "#web/outbox/page-outbox.ts";
import { Badge } from "#web/ui/badge.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { textOf, titleOf } from "./change-texts.ts";
import { waitingFor } from "./waiting-work.ts";

const UnsentPhoto = lazyPart(
  () => import("./unsent-photo.tsx"),
  () => null,
);

/** What the user did to the order and is not in its log yet, newest first. */
export function WaitingEntries({ orderId }: { orderId: number }) {
  const { changes } = useOutbox();
  const entries = waitingFor(changes, { id: orderId })
    .filter(({ kind }) => kind !== "photo")
    .reverse();
  if (entries.length === 0) return null;
  return (
    <ol aria-label="Waiting to be sent" className="mb-4 space-y-4">
      {entries.map((change) => {
        const text = textOf(change);
        return (
          <li key={change.id} className="flex gap-3">
            <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-amber-soft text-amber-text">
              <Upload aria-hidden="true" className="size-4" />
            </span>
            <div className="min-w-0 flex-1 pt-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm">
                <span className="font-medium text-ink">{titleOf(change)}</span>
                <time dateTime={change.happenedAt} className="text-ink-faint tabular-nums">
                  {formatMoment(change.happenedAt)}
                </time>
                <Badge tone="amber">Waiting</Badge>
              </p>
              {text !== undefined && (
                <p className="mt-1 whitespace-pre-wrap rounded-card rounded-tl-[4px] bg-sunken px-3.5 py-2.5 leading-relaxed [overflow-wrap:anywhere]">
                  {text}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** Photos of the order that are only on this phone; so many are drawn. */
const shownMax = 12;

export function WaitingPhotos({ orderId }: { orderId: number }) {
  const { changes } = useOutbox();
  const photos = waitingFor(changes, { id: orderId }).filter(({ kind }) => kind === "photo");
  if (photos.length === 0) return null;
  return (
    <div className="mb-3">
      <p className="mb-2">
        <Badge tone="amber">
          {photos.length === 1 ? "1 photo waiting to be sent" : `${photos.length} photos waiting to be sent`}
        </Badge>
      </p>
      <ul
        aria-label="Photos waiting to be sent"
        className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2"
      >
        {photos.slice(0, shownMax).map((change) => (
          <li
            key={change.id}
            className="aspect-square overflow-hidden rounded-control bg-sunken ring-1 ring-line ring-inset"
          >
            <Suspense>
              <UnsentPhoto changeId={change.id} alt="Waiting to be sent" />
            </Suspense>
          </li>
        ))}
      </ul>
    </div>
  );
}
