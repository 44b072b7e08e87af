import { Suspense } from "react";
import { Upload } from "#web/icons.ts";
import { useQueueState } from "#web/offline-queue/current-queue.ts";
import { formatMomentThere } from "#web/time-zone-name.ts";
import { Badge } from "#web/ui/faces/badge.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import type { PhotoLabel, WorkOrderRow } from "../../contract.ts";
import { PhotoTag } from "../photos/photo-tag.tsx";
import { getChangeDetails, getChangeTitle } from "./change-texts.ts";
import type { Payloads } from "./change-types.ts";
import { findPendingChanges } from "./pending-work.ts";
import { loadOfflineQueue } from "./save-change.ts";

const PendingPhoto = lazyPart(
  () => import("./pending-photo.tsx"),
  () => null,
);

/** The user's unsent changes to the work order, newest first. */
export function PendingEntries({ order }: { order: Pick<WorkOrderRow, "id" | "timeZone"> }) {
  const { changes } = useQueueState();
  const { timeZone } = order;
  const entries = findPendingChanges(changes, order)
    .filter(({ kind }) => kind !== "photo")
    .reverse();
  if (entries.length === 0) return null;
  return (
    <ol aria-label="Waiting to be sent" className="mb-4 space-y-4">
      {entries.map((change) => {
        const details = getChangeDetails(change, timeZone);
        return (
          <li key={change.id} className="flex gap-3">
            <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-amber-soft text-amber-text">
              <Upload aria-hidden="true" className="size-4" />
            </span>
            <div className="min-w-0 flex-1 pt-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm">
                <span className="font-medium text-ink">{getChangeTitle(change)}</span>
                <time dateTime={change.happenedAt} className="text-ink-faint tabular-nums">
                  {formatMomentThere(change.happenedAt, timeZone)}
                </time>
                <Badge tone="amber">Waiting</Badge>
              </p>
              {details !== undefined && (
                <p className="mt-1 whitespace-pre-wrap rounded-card rounded-tl-[4px] bg-sunken px-3.5 py-2.5 leading-relaxed [overflow-wrap:anywhere]">
                  {details}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

const maxVisiblePhotos = 12;

export function PendingPhotos({ orderId }: { orderId: number }) {
  const { changes, sending } = useQueueState();
  const photos = findPendingChanges(changes, { id: orderId }).filter(({ kind }) => kind === "photo");
  if (photos.length === 0) return null;
  return (
    <div className="mt-3">
      <p className="mb-2">
        <Badge tone="amber">
          {photos.length === 1 ? "1 photo waiting to be sent" : `${photos.length} photos waiting to be sent`}
        </Badge>
      </p>
      <ul
        aria-label="Photos waiting to be sent"
        className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2"
      >
        {photos.slice(0, maxVisiblePhotos).map((change) => (
          <li
            key={change.id}
            className="relative aspect-square overflow-hidden rounded-control bg-sunken ring-1 ring-line ring-inset"
          >
            <Suspense>
              <PendingPhoto changeId={change.id} alt="Waiting to be sent" />
            </Suspense>
            <PhotoTag
              photo="photo"
              label={(change.payload as Payloads["photo"]).label || null}
              isDisabled={sending?.id === change.id}
              onTag={(label) => void tagPendingPhoto(change.id, label)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

async function tagPendingPhoto(changeId: string, label: PhotoLabel | null): Promise<void> {
  const { getOfflineQueue } = await loadOfflineQueue();
  await (await getOfflineQueue()).changePayload(changeId, {
    label: label ?? "",
  } satisfies Payloads["photo"]);
}
