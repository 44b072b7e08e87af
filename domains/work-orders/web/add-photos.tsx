import { type FormEvent, useEffect, useRef, useState } from "react";
import { Camera, ImagePlus } from "#web/icons.ts";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { PhotoButton } from "#web/ui/photo-button.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { UploadProgress } from "#web/ui/upload-progress.tsx";
import { imagesMax, imagesOfOrderMax, type PhotoLabel, type WorkOrder } from "../contract.ts";
import { useAddPhotos } from "./api.ts";
import { ChosenPhotos } from "./chosen-photos.tsx";
import { photoAccept, usePhotos } from "./photos.ts";

const labels: readonly { value: PhotoLabel | ""; label: string }[] = [
  { value: "", label: "No label" },
  { value: "before", label: "Before" },
  { value: "after", label: "After" },
];

/**
 * Adds photos to an order; on a phone the camera comes first. What is chosen stays on this device until it is sent; closing
 * the order aborts the upload.
 */
export function AddPhotos({ order }: { order: WorkOrder }) {
  const room = imagesOfOrderMax - order.images.length;
  const photos = usePhotos(`photos:${order.id}`, {
    max: Math.min(imagesMax, room),
    sentence:
      room < imagesMax
        ? `A work order takes at most ${imagesOfOrderMax} photos`
        : `At most ${imagesMax} photos are added at once`,
  });
  const [label, setLabel] = useState<PhotoLabel | "">("");
  const [share, setShare] = useState(0);
  const [nextKey] = useState(oneKeyPerContent);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const canWrite = useIsServerReachable();
  const { mutate, isPending } = useAddPhotos(order.id, photos.discard);

  const send = (event: FormEvent) => {
    event.preventDefault();
    const files = photos.chosen.map(({ file }) => file);
    sending.current = new AbortController();
    setShare(0);
    mutate({
      photos: files,
      label,
      idempotencyKey: nextKey([
        label,
        files.map(({ name, size, lastModified }) => [name, size, lastModified]),
      ]),
      signal: sending.current.signal,
      onProgress: setShare,
    });
  };
  const count = photos.chosen.length;
  const nextStep = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (count > 0) nextStep.current?.scrollIntoView({ block: "nearest" });
  }, [count]);
  if (room <= 0)
    return <p className="text-ink-soft text-sm">A work order takes at most {imagesOfOrderMax} photos.</p>;
  return (
    <form onSubmit={send}>
      <div className="flex flex-wrap gap-2">
        <PhotoButton
          label="Take a photo"
          icon={<Camera aria-hidden="true" />}
          isCamera
          isDisabled={isPending}
          accept={photoAccept}
          size="sm"
          onPhotos={photos.add}
        />
        <PhotoButton
          label="Add photos"
          icon={<ImagePlus aria-hidden="true" />}
          isDisabled={isPending}
          accept={photoAccept}
          size="sm"
          onPhotos={photos.add}
        />
      </div>
      <ChosenPhotos
        photos={photos.chosen}
        refusals={photos.refusals}
        onRemove={photos.remove}
        isDisabled={isPending}
      />
      {count > 0 && (
        // Above the composer, which stays at the foot of the sheet.
        <div ref={nextStep} className="mt-3 flex scroll-mb-40 flex-wrap items-center justify-end gap-2">
          {isPending ? (
            <UploadProgress what="photos" share={share} />
          ) : (
            <div className="mr-auto">
              <Segments
                legend="When the photos were taken"
                options={labels}
                chosen={label}
                onChoose={setLabel}
              />
            </div>
          )}
          <Button size="sm" variant="ghost" disabled={isPending} onClick={photos.discard}>
            Discard
          </Button>
          <Button size="sm" type="submit" disabled={!canWrite} isBusy={isPending} busyLabel="Sending...">
            {count === 1 ? "Send 1 photo" : `Send ${count} photos`}
          </Button>
        </div>
      )}
    </form>
  );
}
