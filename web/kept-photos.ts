import { useEffect, useEffectEvent, useRef, useState } from "react";
import { keepFiles, readKeptFiles } from "./kept-files.ts";
import { useUser } from "./session/session.tsx";

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
  const key = `draft:${useUser().id}:${name}`;
  const [photos, setPhotos] = useState<readonly KeptPhoto[]>([]);
  const latest = useRef(photos);
  const change = (next: readonly KeptPhoto[]) => {
    for (const photo of latest.current) if (!next.includes(photo)) URL.revokeObjectURL(photo.previewUrl);
    latest.current = next;
    setPhotos(next);
    void keepFiles(
      key,
      next.map(({ file }) => file),
    );
  };
  const restore = useEffectEvent(onRestored);
  useEffect(() => {
    let isClosed = false;
    void readKeptFiles(key).then((files) => {
      if (!isClosed && files.length > 0) restore(files);
    });
    return () => {
      isClosed = true;
      for (const { previewUrl } of latest.current) URL.revokeObjectURL(previewUrl);
    };
  }, [key]);
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
    drop: () => void keepFiles(key, []),
  };
}
