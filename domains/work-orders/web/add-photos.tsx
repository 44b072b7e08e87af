import { type FormEvent, useState } from "react";
import { Camera, ImagePlus } from "#web/icons.ts";
import { FileButton } from "#web/ui/file-button.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { imagesMax, imagesOfOrderMax, type PhotoLabel, type WorkOrder } from "../contract.ts";
import { useAddPhotos } from "./api.ts";
import { useChosen } from "./chosen.ts";
import { ChosenPhotos } from "./chosen-photos.tsx";
import { photoAccept, refusalOfPhoto } from "./photos.ts";
import { SendChosen, useSending } from "./send-chosen.tsx";
import { useCanWork } from "./unsent/keep-change.ts";

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
  const photos = useChosen(`photos:${order.id}`, {
    max: Math.min(imagesMax, room),
    sentence:
      room < imagesMax
        ? `A work order takes at most ${imagesOfOrderMax} photos`
        : `At most ${imagesMax} photos are added at once`,
    refusalOf: refusalOfPhoto,
  });
  const [label, setLabel] = useState<PhotoLabel | "">("");
  const sending = useSending();
  const canSend = useCanWork();
  const { mutate, isPending } = useAddPhotos(order.id, sending.endAnd(photos.discard));
  const send = (event: FormEvent) => {
    event.preventDefault();
    const files = photos.chosen.map(({ file }) => file);
    const onKept = (file: File) => photos.remove(photos.chosen.find((one) => one.file === file)?.id ?? 0);
    mutate({ files, fields: { label }, ...sending.begin(files, label), onKept });
  };
  if (room <= 0)
    return <p className="text-ink-soft text-sm">A work order takes at most {imagesOfOrderMax} photos.</p>;
  return (
    <form onSubmit={send} className="print:hidden">
      <div className="flex flex-wrap gap-2">
        <FileButton
          label="Take a photo"
          icon={<Camera aria-hidden="true" />}
          isCamera
          isDisabled={isPending}
          accept={photoAccept}
          size="sm"
          onFiles={photos.add}
        />
        <FileButton
          label="Add photos"
          icon={<ImagePlus aria-hidden="true" />}
          isDisabled={isPending}
          accept={photoAccept}
          size="sm"
          onFiles={photos.add}
        />
      </div>
      <ChosenPhotos
        photos={photos.chosen}
        refusals={photos.refusals}
        onRemove={photos.remove}
        isDisabled={isPending}
      />
      <SendChosen
        what="photo"
        count={photos.chosen.length}
        canSend={canSend}
        share={sending.share}
        isSending={isPending}
        onDiscard={photos.discard}
      >
        <Segments legend="When the photos were taken" options={labels} chosen={label} onChoose={setLabel} />
      </SendChosen>
    </form>
  );
}
