import { X } from "#web/icons.ts";
import type { SavedPhoto } from "#web/use-saved-photos.ts";
import { FileErrors } from "../files/file-errors.tsx";

interface SelectedPhotosProps {
  photos: readonly SavedPhoto[];
  /** An error message for each rejected file. */
  errors: readonly string[];
  onRemove: (id: number) => void;
  isDisabled?: boolean;
}

/** The selected photos that haven't been sent yet, with buttons to remove them. */
export function SelectedPhotos({ photos, errors, onRemove, isDisabled = false }: SelectedPhotosProps) {
  return (
    <>
      <FileErrors errors={errors} />
      {photos.length > 0 && (
        <ul
          aria-label="Selected photos"
          className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-2"
        >
          {photos.map((photo) => (
            <li key={photo.id} className="relative aspect-square">
              <img
                src={photo.previewUrl}
                alt={photo.file.name}
                className="size-full rounded-control object-cover ring-1 ring-line ring-inset"
              />
              <button
                type="button"
                aria-label={`Remove ${photo.file.name}`}
                title="Remove"
                disabled={isDisabled}
                onClick={() => onRemove(photo.id)}
                className="absolute top-1 right-1 flex size-7 items-center justify-center rounded-full bg-raised text-ink shadow-float after:absolute after:-inset-2 pointer-coarse:size-9"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
