import { useEffect, useRef, useState } from "react";
import { useKeptFiles } from "./use-kept-files.ts";

export interface KeptPhoto {
  id: number;
  file: File;
  /** An object URL, revoked when the photo goes. */
  previewUrl: string;
}

let lastId = 0;

/**
 * Photos that are not sent yet, kept on this device.
 * @param name of what they are for: `report`
 * @param onRestored gets what was kept before, to be added
 */
export function useKeptPhotos(name: string, onRestored: (files: readonly File[]) => void) {
  const keep = useKeptFiles(name, onRestored);
  const [photos, setPhotos] = useState<readonly KeptPhoto[]>([]);
  const latest = useRef(photos);
  const change = (next: readonly KeptPhoto[]) => {
    for (const photo of latest.current) if (!next.includes(photo)) URL.revokeObjectURL(photo.previewUrl);
    latest.current = next;
    setPhotos(next);
    keep(next.map(({ file }) => file));
  };
  useEffect(
    () => () => {
      for (const { previewUrl } of latest.current) URL.revokeObjectURL(previewUrl);
    },
    [],
  );
  return {
    photos,
    /** The photos of this moment, also between two renderings. */
    latest,
    change,
    add: (files: readonly File[]) =>
      change([
        ...latest.current,
        ...files.map((file) => ({ id: ++lastId, file, previewUrl: URL.createObjectURL(file) })),
      ]),
    /** They were used, and are kept no longer. */
    drop: () => keep([]),
  };
}
