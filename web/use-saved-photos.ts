import { useEffect, useRef, useState } from "react";
import { useSavedFiles } from "./use-saved-files.ts";

export interface SavedPhoto {
  id: number;
  file: File;
  /** An object URL, revoked when the photo is removed. */
  previewUrl: string;
}

let lastId = 0;

/**
 * Unsent photos, saved on this device.
 * @param name the form they belong to, such as `report`
 * @param onRestored receives the photos saved earlier, which it can add
 */
export function useSavedPhotos(name: string, onRestored: (files: readonly File[]) => void) {
  const saveFiles = useSavedFiles(name, onRestored);
  const [photos, setPhotos] = useState<readonly SavedPhoto[]>([]);
  const latestPhotos = useRef(photos);
  const changePhotos = (next: readonly SavedPhoto[]) => {
    for (const photo of latestPhotos.current)
      if (!next.includes(photo)) URL.revokeObjectURL(photo.previewUrl);
    latestPhotos.current = next;
    setPhotos(next);
    saveFiles(next.map(({ file }) => file));
  };
  useEffect(
    () => () => {
      for (const { previewUrl } of latestPhotos.current) URL.revokeObjectURL(previewUrl);
    },
    [],
  );
  return {
    photos,
    /** The current photos, up to date even between two renders. */
    latest: latestPhotos,
    change: changePhotos,
    add: (files: readonly File[]) =>
      changePhotos([
        ...latestPhotos.current,
        ...files.map((file) => ({ id: ++lastId, file, previewUrl: URL.createObjectURL(file) })),
      ]),
    /** Removes the saved photos because they were sent. */
    clearSavedFiles: () => saveFiles([]),
  };
}
