import { type ChangeEvent, useRef } from "react";
import { Camera, ImagePlus } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import { imagesMax, imagesPerWorkOrderMax, type PhotoLabel, type WorkOrder } from "../../contract.ts";
import { useFileSelection } from "../files/file-selection.ts";
import { SendSelected, useUpload } from "../files/send-selected.tsx";
import { useCanWork } from "../offline-queue/save-change.ts";
import { useAddPhotos } from "./mutations.ts";
import { photoAccept, validatePhoto } from "./photo-limits.ts";
import { SelectedPhotos } from "./selected-photos.tsx";

/** The id of the input, for the button in the comment form. */
export const photoInputId = "add-photos";

type Label = PhotoLabel | "";

const labelOptions: readonly { label: Label; text: string }[] = [
  { label: "", text: "Photos" },
  { label: "before", text: "Before photos" },
  { label: "after", text: "After photos" },
];

/**
 * Photos of a work order that are being added. They're sent as soon as they're selected, and stay on this device until
 * then. Closing the work order aborts the upload.
 */
export function useAddingPhotos(order: WorkOrder, initialLabel: Label = "") {
  const room = imagesPerWorkOrderMax - order.images.length;
  const selection = useFileSelection(
    initialLabel === "" ? `photos:${order.id}` : `photos:${order.id}:${initialLabel}`,
    {
      max: Math.min(imagesMax, room),
      limitMessage:
        room < imagesMax
          ? `Work orders can have up to ${imagesPerWorkOrderMax} photos`
          : `You can add up to ${imagesMax} photos at a time`,
      validate: validatePhoto,
    },
  );
  const label = useRef<Label>(initialLabel);
  const upload = useUpload();
  const canSend = useCanWork();
  const { mutate, isPending } = useAddPhotos(order, upload.finishAnd(selection.discard));
  const send = (photos: typeof selection.files) => {
    const files = photos.map(({ file }) => file);
    const onSaved = (file: File) => selection.remove(photos.find((other) => other.file === file)?.id ?? 0);
    mutate({ files, fields: { label: label.current }, ...upload.start(files, label.current), onSaved });
  };
  return {
    room,
    initialLabel,
    selection,
    setLabel: (next: Label) => {
      label.current = next;
    },
    canSend,
    isPending,
    share: upload.share,
    add: (files: readonly File[]) => {
      const selected = selection.add(files);
      if (canSend && selected.length > 0) send(selected);
    },
    send: () => send(selection.files),
  };
}

type Adding = ReturnType<typeof useAddingPhotos>;

interface AddPhotosTileProps {
  order: WorkOrder;
  adding: Adding;
  /** A low row instead of a tile next to the photos. */
  isWide?: boolean;
}

/** Selects photos or takes one. The people who do the work also say whether it was before or after. */
export function AddPhotosTile({ order, adding, isWide = order.images.length === 0 }: AddPhotosTileProps) {
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  if (adding.room <= 0)
    return (
      <p className="w-24 shrink-0 self-center text-ink-soft text-sm">
        Work orders can have up to {imagesPerWorkOrderMax} photos.
      </p>
    );
  const select = (source: typeof input, label = adding.initialLabel) => {
    adding.setLabel(label);
    source.current?.click();
  };
  const shared = {
    type: "file",
    accept: photoAccept,
    tabIndex: -1,
    className: "sr-only",
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      adding.add([...(target.files ?? [])]);
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
      <input {...shared} ref={camera} aria-label="Take a photo" capture="environment" />
      <input {...shared} ref={input} id={photoInputId} aria-label="Add photos" multiple />
      <button
        type="button"
        disabled={adding.isPending}
        onClick={() => select(camera)}
        className={classes(tileClasses, "hidden pointer-coarse:grid")}
      >
        <Camera aria-hidden="true" />
        Take a photo
      </button>
      {order.can.work ? (
        <Menu
          label="Add photos"
          trigger={(props) => (
            <button {...props} type="button" disabled={adding.isPending} className={tileClasses}>
              <ImagePlus aria-hidden="true" />
              Add photos
            </button>
          )}
        >
          {labelOptions.map(({ label, text }) => (
            <MenuItem key={text} onSelect={() => select(input, label)}>
              {text}
            </MenuItem>
          ))}
        </Menu>
      ) : (
        <button
          type="button"
          disabled={adding.isPending}
          onClick={() => select(input)}
          className={tileClasses}
        >
          <ImagePlus aria-hidden="true" />
          Add photos
        </button>
      )}
    </div>
  );
}

const tileClasses =
  "grid place-content-center justify-items-center gap-1.5 rounded-card p-1 text-center font-medium text-ink-soft text-xs " +
  "ring-1 ring-line-2 ring-inset hover:bg-hover hover:text-ink disabled:opacity-55 [&_svg]:size-4 max-lg:[&_svg]:size-5";

/** Photos that are being sent, or that couldn't be. */
export const UnsentPhotos = ({ adding }: { adding: Adding }) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      adding.send();
    }}
    className="print:hidden"
  >
    <SelectedPhotos
      photos={adding.selection.files}
      errors={adding.selection.errors}
      onRemove={adding.selection.remove}
      isDisabled={adding.isPending}
    />
    <SendSelected
      noun="photo"
      count={adding.selection.files.length}
      canSend={adding.canSend}
      share={adding.share}
      isSending={adding.isPending}
      onDiscard={adding.selection.discard}
    />
  </form>
);
