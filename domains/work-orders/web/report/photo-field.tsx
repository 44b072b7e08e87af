import { useId } from "react";
import { Camera } from "#web/icons.ts";
import { DropArea } from "#web/ui/forms/drop-area.tsx";
import type { SavedPhoto } from "#web/use-saved-photos.ts";
import { imagesMax } from "../../contract.ts";
import { photoAccept, photoHint } from "../photos/photo-limits.ts";
import { SelectedPhotos } from "../photos/selected-photos.tsx";

interface PhotoFieldProps {
  photos: readonly SavedPhoto[];
  /** An error message for each rejected file. */
  errors: readonly string[];
  onAdd: (files: readonly File[]) => void;
  onRemove: (id: number) => void;
}

/** WO-65 to WO-69: photos can be selected, taken, or dropped, repeatedly, and removed one by one. */
export function PhotoField({ photos, errors, onAdd, onRemove }: PhotoFieldProps) {
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
      <SelectedPhotos photos={photos} errors={errors} onRemove={onRemove} />
    </div>
  );
}
