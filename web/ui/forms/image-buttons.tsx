import { type ChangeEvent, useRef, useState } from "react";
import { imageTypes, maxImageBytes } from "#shared/images.ts";
import { toUserMessage } from "#web/api-client.ts";
import { Camera, Trash2 } from "#web/icons.ts";
import { canShrinkPhotos, shrinkPhotos } from "#web/offline-queue/shrink-photo.ts";
import { Button } from "#web/ui/button.tsx";

interface ImageButtonsProps {
  /** The file field's name for screen readers, such as `Photo of the property`. */
  label: string;
  /** The noun for the image on the buttons, such as `Photo`. */
  noun: string;
  hasImage: boolean;
  isSaving: boolean;
  /** Null removes the image. */
  onChange: (image: File | null) => void;
}

/**
 * Buttons that add, change, and remove an image. Other file types are rejected immediately. Phones offer the
 * camera.
 */
export function ImageButtons({ label, noun, hasImage, isSaving, onChange }: ImageButtonsProps) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const onSelect = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = [...(target.files ?? [])];
    // Otherwise selecting the same file again wouldn't fire an event.
    target.value = "";
    if (file === undefined) return;
    const reason = validateImage(file);
    setError(reason);
    if (reason !== undefined) return;
    // Only JPEGs are shrunk. A logo in another format can be transparent.
    if (file.type !== "image/jpeg") return onChange(file);
    try {
      const [photo = file] = await shrinkPhotos([file]);
      onChange(photo);
    } catch (unreadable) {
      setError(toUserMessage(unreadable));
    }
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          type="file"
          aria-label={label}
          accept={imageTypes.join(",")}
          tabIndex={-1}
          onChange={(event) => void onSelect(event)}
          className="sr-only"
        />
        <Button
          size="sm"
          icon={<Camera aria-hidden="true" />}
          isBusy={isSaving}
          busyLabel="Saving..."
          onClick={() => input.current?.click()}
        >
          {`${hasImage ? "Change" : "Add"} ${noun}`}
        </Button>
        {hasImage && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 aria-hidden="true" />}
            disabled={isSaving}
            onClick={() => onChange(null)}
          >
            {`Remove ${noun}`}
          </Button>
        )}
        <span className="text-ink-soft text-sm">PNG, JPG, GIF up to 10MB</span>
      </div>
      {error !== undefined && (
        <p role="alert" className="mt-2 text-red-text text-sm">
          {error}
        </p>
      )}
    </>
  );
}

function validateImage(file: File): string | undefined {
  if (!(imageTypes as readonly string[]).includes(file.type))
    return `${file.name} is not a PNG, JPG, or GIF image.`;
  if (file.size > maxImageBytes && !(file.type === "image/jpeg" && canShrinkPhotos()))
    return `${file.name} is larger than 10 MB.`;
  return undefined;
}
