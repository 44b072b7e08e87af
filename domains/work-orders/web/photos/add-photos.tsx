import { type FormEvent, useState } from "react";
import { Camera, ImagePlus } from "#web/icons.ts";
import { FileButton } from "#web/ui/file-button.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { imagesMax, imagesPerWorkOrderMax, type PhotoLabel, type WorkOrder } from "../../contract.ts";
import { useFileSelection } from "../files/file-selection.ts";
import { SendSelected, useUpload } from "../files/send-selected.tsx";
import { useCanWork } from "../offline-queue/save-change.ts";
import { useAddPhotos } from "./mutations.ts";
import { photoAccept, validatePhoto } from "./photo-limits.ts";
import { SelectedPhotos } from "./selected-photos.tsx";

const labels: readonly { value: PhotoLabel | ""; label: string }[] = [
  { value: "", label: "No label" },
  { value: "before", label: "Before" },
  { value: "after", label: "After" },
];

/**
 * Adds photos to a work order. Phones offer the camera first. Selected photos stay on this device until
 * they're sent. Closing the work order aborts the upload.
 */
export function AddPhotos({ order }: { order: WorkOrder }) {
  const room = imagesPerWorkOrderMax - order.images.length;
  const selection = useFileSelection(`photos:${order.id}`, {
    max: Math.min(imagesMax, room),
    limitMessage:
      room < imagesMax
        ? `Work orders can have up to ${imagesPerWorkOrderMax} photos`
        : `You can add up to ${imagesMax} photos at a time`,
    validate: validatePhoto,
  });
  const [label, setLabel] = useState<PhotoLabel | "">("");
  const upload = useUpload();
  const canSend = useCanWork();
  const { mutate, isPending } = useAddPhotos(order.id, upload.finishAnd(selection.discard));
  const send = (event: FormEvent) => {
    event.preventDefault();
    const files = selection.files.map(({ file }) => file);
    const onSaved = (file: File) =>
      selection.remove(selection.files.find((other) => other.file === file)?.id ?? 0);
    mutate({ files, fields: { label }, ...upload.start(files, label), onSaved });
  };
  if (room <= 0)
    return (
      <p className="text-ink-soft text-sm">Work orders can have up to {imagesPerWorkOrderMax} photos.</p>
    );
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
          onFiles={selection.add}
        />
        <FileButton
          label="Add photos"
          icon={<ImagePlus aria-hidden="true" />}
          isDisabled={isPending}
          accept={photoAccept}
          size="sm"
          onFiles={selection.add}
        />
      </div>
      <SelectedPhotos
        photos={selection.files}
        errors={selection.errors}
        onRemove={selection.remove}
        isDisabled={isPending}
      />
      <SendSelected
        noun="photo"
        count={selection.files.length}
        canSend={canSend}
        share={upload.share}
        isSending={isPending}
        onDiscard={selection.discard}
      >
        <Segments legend="When were these taken?" options={labels} selected={label} onSelect={setLabel} />
      </SendSelected>
    </form>
  );
}
