import { type ChangeEvent, useRef, useState } from "react";
import { pictureBytesMax, pictureTypes } from "#shared/pictures.ts";
import { Camera, Trash2 } from "#web/icons.ts";
import { BuildingPhoto } from "#web/ui/building-photo.tsx";
import { Button } from "#web/ui/button.tsx";
import type { PropertyDetails } from "../contract.ts";
import { useChangePhoto } from "./api.ts";

/** The photo with its buttons. Phones offer the camera by themselves. */
export function PropertyPhoto({ property }: { property: PropertyDetails }) {
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const change = useChangePhoto(property.id);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = [...(target.files ?? [])];
    // Without this, choosing the same file again would fire no event.
    target.value = "";
    if (file === undefined) return;
    const reason = refusalOf(file);
    setRefusal(reason);
    if (reason === undefined) change.mutate(file);
  };
  const hasPhoto = property.image != null;
  return (
    <div>
      <BuildingPhoto
        image={property.image}
        alt={hasPhoto ? `Photo of ${property.name}` : "No photo yet"}
        className="rounded-card ring-1 ring-line"
      />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <input
          ref={input}
          type="file"
          aria-label="Photo of the property"
          accept={pictureTypes.join(",")}
          tabIndex={-1}
          onChange={choose}
          className="sr-only"
        />
        <Button
          size="sm"
          icon={<Camera aria-hidden="true" />}
          isBusy={change.isPending}
          busyLabel="Saving..."
          onClick={() => input.current?.click()}
        >
          {hasPhoto ? "Change Photo" : "Add Photo"}
        </Button>
        {hasPhoto && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 aria-hidden="true" />}
            disabled={change.isPending}
            onClick={() => change.mutate(null)}
          >
            Remove Photo
          </Button>
        )}
        <span className="text-ink-soft text-sm">PNG, JPG, GIF up to 10MB</span>
      </div>
      {refusal !== undefined && (
        <p role="alert" className="mt-2 text-red-text text-sm">
          {refusal}
        </p>
      )}
    </div>
  );
}

function refusalOf(file: File): string | undefined {
  if (!(pictureTypes as readonly string[]).includes(file.type))
    return `${file.name} is not a PNG, JPG or GIF image.`;
  if (file.size > pictureBytesMax) return `${file.name} is larger than 10 MB.`;
  return undefined;
}
