import { type KeyboardEvent, useState } from "react";
import { formatMoment } from "#shared/format/dates.ts";
import { ChevronLeft, ChevronRight, Trash2 } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import type { PhotoLabel, WorkOrder } from "../contract.ts";
import { AddPhotos } from "./add-photos.tsx";
import { useRemovePhoto } from "./api.ts";
import { WaitingPhotos } from "./unsent/waiting-entries.tsx";

type Image = WorkOrder["images"][number];

const labelWords = { before: "Before", after: "After" } as const satisfies Record<PhotoLabel, string>;

/** Thumbnails, of which a press opens the large photo; further photos are added at any time. */
export function OrderPhotos({ order }: { order: WorkOrder }) {
  const [shown, setShown] = useState<number>();
  const { images } = order;
  if (shown !== undefined && images.length === 0) setShown(undefined);
  if (images.length === 0 && !order.may.addPhotos) return null;
  return (
    <section aria-label="Photos" className={images.length === 0 ? "print:hidden" : undefined}>
      <h3 className="mb-3 text-base">Photos</h3>
      {images.length > 0 && (
        <ul className="mb-3 grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
          {images.map((image, at) => (
            <li key={image.id}>
              <button
                type="button"
                aria-label={`Show photo ${at + 1} of ${images.length}${image.label === null ? "" : `, ${image.label} the work`}`}
                onClick={() => setShown(at)}
                className="relative block aspect-square w-full overflow-hidden rounded-control bg-sunken ring-1 ring-line ring-inset transition-opacity duration-150 hover:opacity-85"
              >
                <img
                  src={image.thumbnailUrl}
                  width={image.width}
                  height={image.height}
                  loading="lazy"
                  decoding="async"
                  alt=""
                  className="size-full object-cover"
                />
                {image.label !== null && (
                  <span className="absolute bottom-1 left-1 rounded-sm bg-raised px-1.5 py-0.5 font-medium text-ink text-xs">
                    {labelWords[image.label]}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      <WaitingPhotos orderId={order.id} />
      {order.may.addPhotos && <AddPhotos order={order} />}
      {shown !== undefined && (
        <Lightbox order={order} at={shown} onShow={setShown} onClose={() => setShown(undefined)} />
      )}
    </section>
  );
}

interface LightboxProps {
  order: WorkOrder;
  at: number;
  onShow: (at: number) => void;
  onClose: () => void;
}

function Lightbox({ order: { id, images }, at, onShow, onClose }: LightboxProps) {
  // The last one may have been removed.
  const shown = Math.min(at, images.length - 1);
  const image = images[shown];
  if (image === undefined) return null;
  const step = (by: number) => onShow((shown + by + images.length) % images.length);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // The question is above the photo.
    if (!event.currentTarget.contains(event.target as Node)) return;
    if (event.key === "ArrowRight") step(1);
    if (event.key === "ArrowLeft") step(-1);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      onKeyDown={onKeyDown}
      title={`Photo ${shown + 1} of ${images.length}`}
      description={`${image.label === null ? "" : `${labelWords[image.label]} the work. `}Added by ${image.addedBy.fullName}, ${formatMoment(image.addedAt)}`}
      size="xl"
      footer={
        image.mayRemove || images.length > 1 ? (
          <>
            {image.mayRemove && <RemovePhoto key={image.id} id={id} image={image} />}
            {images.length > 1 && (
              <>
                <Button icon={<ChevronLeft aria-hidden="true" />} onClick={() => step(-1)}>
                  Previous
                </Button>
                <Button icon={<ChevronRight aria-hidden="true" />} onClick={() => step(1)}>
                  Next
                </Button>
              </>
            )}
          </>
        ) : null
      }
    >
      <div className="flex min-h-[40dvh] items-center justify-center">
        <img
          key={image.id}
          src={image.url}
          width={image.width}
          height={image.height}
          alt={`${shown + 1} of ${images.length}`}
          className="max-h-[70dvh] w-auto max-w-full rounded-control object-contain"
        />
      </div>
    </Dialog>
  );
}

function RemovePhoto({ id, image }: { id: number; image: Image }) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending } = useRemovePhoto(id);
  const canWrite = useIsServerReachable();
  return (
    <>
      <Button
        variant="ghost"
        icon={<Trash2 aria-hidden="true" />}
        className="sm:mr-auto"
        disabled={!canWrite}
        onClick={() => setIsAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Remove this photo?"
        description="It is removed for everybody and cannot be brought back. The activity log says that you removed it."
        confirmLabel="Remove"
        busyLabel="Removing..."
        isBusy={isPending}
        isDestructive
        onConfirm={() => mutate(image.id, { onSettled: () => setIsAsking(false) })}
      />
    </>
  );
}
