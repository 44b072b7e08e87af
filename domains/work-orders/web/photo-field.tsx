import { useId } from "react";
import { Camera } from "#web/icons.ts";
import type { KeptPhoto } from "#web/kept-photos.ts";
import { DropArea } from "#web/ui/drop-area.tsx";
import { imagesMax } from "../contract.ts";
import { ChosenPhotos } from "./chosen-photos.tsx";
import { photoAccept, photoHint } from "./photos.ts";

interface PhotoFieldProps {
  photos: readonly KeptPhoto[];
  /** An error message for each rejected file. */
  refusals: readonly string[];
  onAdd: (files: readonly File[]) => void;
  onRemove: (id: number) => void;
}

/** WO-65 to WO-69: photos are chosen, taken or dropped, repeatedly, and removed one by one. */
export function PhotoField({ photos, refusals, onAdd, onRemove }: PhotoFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <p className="mb-1.5 flex items-baseline justify-between gap-3">
        <span id={`${id}-label`} className="font-medium">
          Photos
        </span>
        <span className="text-ink-faint text-sm">Optional</span>
      </p>
      {photos.length < imagesMax && (
        <DropArea
          labelledBy={`${id}-label`}
          describedBy={`${id}-hint`}
          accept={photoAccept}
          isMultiple
          onFiles={onAdd}
          className={photos.length === 0 ? "min-h-36 sm:min-h-44" : "min-h-20"}
        >
          <Camera aria-hidden="true" className="size-6 text-ink-faint" />
          <span className="mt-1.5 font-medium text-accent-text">
            {photos.length === 0 ? "Take or choose photos" : "Add more photos"}
          </span>
          <span id={`${id}-hint`} className="mt-0.5 text-ink-soft text-sm">
            {photoHint}
          </span>
        </DropArea>
      )}
      <ChosenPhotos photos={photos} refusals={refusals} onRemove={onRemove} />
    </div>
  );
}
