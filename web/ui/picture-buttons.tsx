import { type ChangeEvent, useRef, useState } from "react";
import { pictureBytesMax, pictureTypes } from "#shared/pictures.ts";
import { Camera, Trash2 } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";

interface PictureButtonsProps {
  /** Names the file field for screen readers: `Photo of the property`. */
  label: string;
  /** What the buttons call the picture: `Photo`. */
  noun: string;
  hasPicture: boolean;
  isSaving: boolean;
  /** Null removes the picture. */
  onChange: (picture: File | null) => void;
}

/** Buttons that add, change and remove a picture; a file of another kind is refused at once. Phones offer the camera. */
export function PictureButtons({ label, noun, hasPicture, isSaving, onChange }: PictureButtonsProps) {
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = [...(target.files ?? [])];
    // Without this, choosing the same file again would fire no event.
    target.value = "";
    if (file === undefined) return;
    const reason = refusalOf(file);
    setRefusal(reason);
    if (reason === undefined) onChange(file);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          type="file"
          aria-label={label}
          accept={pictureTypes.join(",")}
          tabIndex={-1}
          onChange={choose}
          className="sr-only"
        />
        <Button
          size="sm"
          icon={<Camera aria-hidden="true" />}
          isBusy={isSaving}
          busyLabel="Saving..."
          onClick={() => input.current?.click()}
        >
          {`${hasPicture ? "Change" : "Add"} ${noun}`}
        </Button>
        {hasPicture && (
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
      {refusal !== undefined && (
        <p role="alert" className="mt-2 text-red-text text-sm">
          {refusal}
        </p>
      )}
    </>
  );
}

function refusalOf(file: File): string | undefined {
  if (!(pictureTypes as readonly string[]).includes(file.type))
    return `${file.name} is not a PNG, JPG or GIF image.`;
  if (file.size > pictureBytesMax) return `${file.name} is larger than 10 MB.`;
  return undefined;
}
