import { type ChangeEvent, useRef } from "react";
import { Camera, ImagePlus } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";
import {
  maxImagesPerUpload,
  maxImagesPerWorkOrder,
  type PhotoLabel,
  type WorkOrder,
} from "../../contract.ts";
import { useFileSelection } from "../files/file-selection.ts";
import { SendSelected, useUpload } from "../files/send-selected.tsx";
import { useCanWork } from "../offline-queue/save-change.ts";
import { isSendingDraft, useAddPhotos } from "./mutations.ts";
import { getPhotoErrors, photoAccept, validatePhoto } from "./photo-limits.ts";
import { SelectedPhotos } from "./selected-photos.tsx";

/** The id of the input, for the button in the comment form. */
export const photoInputId = "add-photos";

/**
 * Adds photos to a work order. They're sent as soon as they're selected, even if the work order is then closed,
 * and stay on this device until they're sent. Photos left over when the app was closed are sent when the work
 * order is opened.
 */
export function usePhotoUpload(order: WorkOrder, label: PhotoLabel | "" = "") {
  const remainingPhotos = maxImagesPerWorkOrder - order.images.length;
  const draft = label === "" ? `photos:${order.id}` : `photos:${order.id}:${label}`;
  const limits = {
    maxFiles: Math.min(maxImagesPerUpload, remainingPhotos),
    limitMessage:
      remainingPhotos < maxImagesPerUpload
        ? `Work orders can have up to ${maxImagesPerWorkOrder} photos`
        : `You can add up to ${maxImagesPerUpload} photos at a time`,
    validate: validatePhoto,
  };
  const selection = useFileSelection(draft, limits, (files) => isSendingDraft(draft) || add(files));
  const upload = useUpload({ continuesAfterClose: true });
  const canSend = useCanWork();
  const { mutate, isPending, error } = useAddPhotos(order, {
    draft,
    onAdded: upload.finishThen(selection.discard),
  });
  function sendPhotos(photos: typeof selection.files): void {
    const files = photos.map(({ file }) => file);
    const onSaved = (file: File) => selection.remove(photos.find((other) => other.file === file)?.id ?? 0);
    mutate({ files, fields: { label }, ...upload.startUpload(files, label), onSaved });
  }
  function add(files: readonly File[]): void {
    const selectedPhotos = selection.add(files);
    if (canSend && selectedPhotos.length > 0) sendPhotos(selectedPhotos);
  }
  return {
    remainingPhotos,
    selection,
    errors: [...selection.errors, ...getPhotoErrors(error)],
    canSend,
    isPending,
    progress: upload.share,
    add,
    send: () => sendPhotos(selection.files),
  };
}
type PhotoUpload = ReturnType<typeof usePhotoUpload>;

interface AddPhotosTileProps {
  order: WorkOrder;
  photoUpload: PhotoUpload;
  /** Whether it's a wide row instead of a tile next to the photos. */
  isWide?: boolean;
}

/** Buttons for selecting photos or taking one. */
export function AddPhotosTile({
  order,
  photoUpload,
  isWide = order.images.length === 0,
}: AddPhotosTileProps) {
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  if (photoUpload.remainingPhotos <= 0)
    return (
      <p className="w-24 shrink-0 self-center text-ink-soft text-sm">
        Work orders can have up to {maxImagesPerWorkOrder} photos.
      </p>
    );
  const inputProps = {
    type: "file",
    accept: photoAccept,
    tabIndex: -1,
    className: "sr-only",
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      photoUpload.add([...(target.files ?? [])]);
      // Otherwise selecting the same file again wouldn't fire an event.
      target.value = "";
    },
  } as const;
  return (
    <div
      className={classes(
        "grid shrink-0 print:hidden",
        isWide ? "h-19 w-full grid-flow-col gap-2" : "h-42 w-24 gap-1 lg:h-38 lg:w-19",
      )}
    >
      <input {...inputProps} ref={camera} aria-label="Take a photo" capture="environment" />
      <input {...inputProps} ref={input} id={photoInputId} aria-label="Add photos" multiple />
      <button
        type="button"
        disabled={photoUpload.isPending}
        onClick={() => camera.current?.click()}
        className={classes(tileClasses, "hidden pointer-coarse:grid")}
      >
        <Camera aria-hidden="true" />
        Take a photo
      </button>
      <button
        type="button"
        disabled={photoUpload.isPending}
        onClick={() => input.current?.click()}
        className={tileClasses}
      >
        <ImagePlus aria-hidden="true" />
        Add photos
      </button>
    </div>
  );
}

const tileClasses =
  "grid place-content-center justify-items-center gap-1.5 rounded-card p-1 text-center font-medium text-ink-soft text-xs " +
  "ring-1 ring-line-2 ring-inset hover:bg-hover hover:text-ink disabled:opacity-55 [&_svg]:size-4 max-lg:[&_svg]:size-5";

/** Photos that are being sent or couldn't be sent. */
export const UnsentPhotos = ({ photoUpload }: { photoUpload: PhotoUpload }) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      photoUpload.send();
    }}
    className="print:hidden"
  >
    <SelectedPhotos
      photos={photoUpload.selection.files}
      errors={photoUpload.errors}
      onRemove={photoUpload.selection.remove}
      isDisabled={photoUpload.isPending}
    />
    <SendSelected
      noun="photo"
      count={photoUpload.selection.files.length}
      canSend={photoUpload.canSend}
      progress={photoUpload.progress}
      isSending={photoUpload.isPending}
      onDiscard={photoUpload.selection.discard}
    />
  </form>
);
