import { type KeyboardEvent, useState } from "react";
import { ChevronLeft, ChevronRight } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import type { WorkOrder } from "../contract.ts";

/** Thumbnails; pressing one opens the large photo. */
export function OrderPhotos({ order }: { order: WorkOrder }) {
  const [shown, setShown] = useState<number>();
  const { images } = order;
  if (images.length === 0) return null;
  return (
    <section aria-label="Photos">
      <h3 className="mb-3 text-base">Photos</h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
        {images.map((image, at) => (
          <li key={image.id}>
            <button
              type="button"
              aria-label={`Show photo ${at + 1} of ${images.length}`}
              onClick={() => setShown(at)}
              className="block aspect-square w-full overflow-hidden rounded-control bg-sunken ring-1 ring-line ring-inset transition-opacity duration-150 hover:opacity-85"
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
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <Lightbox images={images} at={shown} onShow={setShown} onClose={() => setShown(undefined)} />
      )}
    </section>
  );
}

interface LightboxProps {
  images: WorkOrder["images"];
  at: number;
  onShow: (at: number) => void;
  onClose: () => void;
}

function Lightbox({ images, at, onShow, onClose }: LightboxProps) {
  const image = images[at];
  if (image === undefined) return null;
  const step = (by: number) => onShow((at + by + images.length) % images.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowRight") step(1);
    if (event.key === "ArrowLeft") step(-1);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Photo ${at + 1} of ${images.length}`}
      description={null}
      size="xl"
      footer={
        images.length > 1 ? (
          <>
            <Button icon={<ChevronLeft aria-hidden="true" />} onClick={() => step(-1)}>
              Previous photo
            </Button>
            <Button icon={<ChevronRight aria-hidden="true" />} onClick={() => step(1)}>
              Next photo
            </Button>
          </>
        ) : null
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons below do the same */}
      <div onKeyDown={onKeyDown} className="flex min-h-[40dvh] items-center justify-center">
        <img
          key={image.id}
          src={image.url}
          width={image.width}
          height={image.height}
          alt={`${at + 1} of ${images.length}, as it was reported`}
          className="max-h-[70dvh] w-auto max-w-full rounded-control object-contain"
        />
      </div>
    </Dialog>
  );
}
