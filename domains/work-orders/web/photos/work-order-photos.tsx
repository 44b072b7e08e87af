import { type KeyboardEvent, useState } from "react";
import { ChevronLeft, ChevronRight, Trash2 } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { formatMomentThere } from "#web/time-zone-name.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import type { WorkOrder } from "../../contract.ts";
import { PendingPhotos } from "../offline-queue/pending-entries.tsx";
import { AddPhotosTile, UnsentPhotos, usePhotoUpload } from "./add-photos.tsx";
import { useRemovePhoto, useTagPhoto } from "./mutations.ts";
import { formatPhotoLabel, PhotoTag } from "./photo-tag.tsx";

type WorkOrderImage = WorkOrder["images"][number];

/** A strip of thumbnails that open the full-size photo. More photos can be added at any time. */
export function WorkOrderPhotos({ order }: { order: WorkOrder }) {
  const [openIndex, setOpenIndex] = useState<number>();
  const photoUpload = usePhotoUpload(order);
  const tag = useTagPhoto(order.id);
  const canWrite = useIsServerReachable();
  const { images } = order;
  if (openIndex !== undefined && images.length === 0) setOpenIndex(undefined);
  if (images.length === 0 && !order.can.addPhotos) return null;
  return (
    <section aria-label="Photos" className={images.length === 0 ? "print:hidden" : undefined}>
      <h3 className="sr-only">Photos</h3>
      <div className="flex gap-1 overflow-x-auto max-lg:-mx-1 lg:gap-2">
        {images.length > 0 && (
          <ul className="flex shrink-0 grow gap-1 lg:gap-2">
            {images.map((image, index) => (
              <li key={image.id} className="relative h-42 min-w-40 flex-1 lg:h-38 max-lg:first:flex-[1.35]">
                <button
                  type="button"
                  aria-label={
                    image.label === null
                      ? `Show photo ${index + 1} of ${images.length}`
                      : `Show photo ${index + 1} of ${images.length}, ${image.label} work`
                  }
                  onClick={() => setOpenIndex(index)}
                  className="block size-full overflow-hidden rounded-card bg-sunken ring-1 ring-line ring-inset transition-opacity hover:opacity-85"
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
                </button>
                <PhotoTag
                  photo={`photo ${index + 1}`}
                  label={image.label}
                  isDisabled={!canWrite || tag.isPending}
                  onTag={
                    order.can.work && order.can.addPhotos
                      ? (label) => tag.mutate({ imageId: image.id, label })
                      : undefined
                  }
                />
              </li>
            ))}
          </ul>
        )}
        {order.can.addPhotos && <AddPhotosTile order={order} photoUpload={photoUpload} />}
      </div>
      <PendingPhotos orderId={order.id} />
      <UnsentPhotos photoUpload={photoUpload} />
      {openIndex !== undefined && (
        <Lightbox
          order={order}
          index={openIndex}
          onShow={setOpenIndex}
          onClose={() => setOpenIndex(undefined)}
        />
      )}
    </section>
  );
}

interface LightboxProps {
  order: WorkOrder;
  index: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

function Lightbox({ order: { id, images, timeZone }, index, onShow, onClose }: LightboxProps) {
  // The last photo might have been removed.
  const visibleIndex = Math.min(index, images.length - 1);
  const image = images[visibleIndex];
  if (image === undefined) return null;
  const showNeighbor = (offset: number) => onShow((visibleIndex + offset + images.length) % images.length);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys pressed in the confirmation dialog above the photo.
    if (!event.currentTarget.contains(event.target as Node)) return;
    if (event.key === "ArrowRight") showNeighbor(1);
    if (event.key === "ArrowLeft") showNeighbor(-1);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      onKeyDown={onKeyDown}
      title={`Photo ${visibleIndex + 1} of ${images.length}`}
      description={
        image.label === null
          ? `Added by ${image.addedBy.fullName}, ${formatMomentThere(image.addedAt, timeZone)}`
          : `${formatPhotoLabel(image.label)}. Added by ${image.addedBy.fullName}, ${formatMomentThere(image.addedAt, timeZone)}`
      }
      size="sheet"
      footer={
        image.canRemove || images.length > 1 ? (
          <>
            {image.canRemove && <RemovePhoto key={image.id} id={id} image={image} />}
            {images.length > 1 && (
              <>
                <Button icon={<ChevronLeft aria-hidden="true" />} onClick={() => showNeighbor(-1)}>
                  Previous
                </Button>
                <Button icon={<ChevronRight aria-hidden="true" />} onClick={() => showNeighbor(1)}>
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
          alt={`${visibleIndex + 1} of ${images.length}`}
          className="max-h-[70dvh] w-auto max-w-full rounded-control object-contain"
        />
      </div>
    </Dialog>
  );
}

function RemovePhoto({ id, image }: { id: number; image: WorkOrderImage }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutate, isPending } = useRemovePhoto(id);
  const canWrite = useIsServerReachable();
  return (
    <>
      <Button
        variant="ghost"
        icon={<Trash2 aria-hidden="true" />}
        className="sm:mr-auto"
        disabled={!canWrite}
        onClick={() => setIsConfirming(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        title="Remove this photo?"
        description="This photo will be permanently removed for everyone. The activity log will show that you removed it."
        confirmLabel="Remove"
        busyLabel="Removing..."
        isBusy={isPending}
        isDestructive
        onConfirm={() => mutate(image.id, { onSettled: () => setIsConfirming(false) })}
      />
    </>
  );
}
