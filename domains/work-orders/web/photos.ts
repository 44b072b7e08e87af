import { useEffect, useEffectEvent, useRef, useState } from "react";
import { keepFiles, readKeptFiles } from "#web/kept-files.ts";
import { useUser } from "#web/session/session.tsx";
import { imageBytesMax, imagesMax, imageTypes } from "../contract.ts";

/** WO-67. */
export const photoHint = "PNG, JPG, GIF up to 10MB";
/** Listed one by one, so that phones convert their own formats to one of these (WO-74). */
export const photoAccept = imageTypes.join(",");

export interface Photo {
  id: number;
  file: File;
  /** An object URL; the code that removes the photo revokes it. */
  previewUrl: string;
}

export interface PhotoLimit {
  max: number;
  /** The message for more than that, before how many were left out. */
  sentence: string;
}
export const limitOfReport: PhotoLimit = {
  max: imagesMax,
  sentence: `A work order takes at most ${imagesMax} photos`,
};

/** Splits `files` into those that can be added to the `present` photos and error messages for the others. */
export function sortPhotos(
  present: readonly { file: File }[],
  files: readonly File[],
  { max, sentence }: PhotoLimit = limitOfReport,
) {
  const accepted: File[] = [];
  const refusals: string[] = [];
  for (const file of files) {
    const refusal = refusalOf(file);
    if (refusal !== undefined) refusals.push(refusal);
    else if (!present.some((photo) => isSame(photo.file, file))) accepted.push(file);
  }
  const room = Math.max(0, max - present.length);
  if (accepted.length > room) refusals.push(`${sentence}; ${left(accepted.length - room)} left out.`);
  return { accepted: accepted.slice(0, room), refusals };
}

const left = (count: number) => (count === 1 ? "1 was" : `${count} were`);

function refusalOf(file: File): string | undefined {
  if (!(imageTypes as readonly string[]).includes(file.type))
    return `${file.name} is not a PNG, JPG or GIF image, so it was left out.`;
  if (file.size > imageBytesMax) return `${file.name} is larger than 10 MB, so it was left out.`;
  if (file.size === 0) return `${file.name} is empty, so it was left out.`;
  return undefined;
}

const isSame = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

let lastPhotoId = 0;
const takePhotos = (files: readonly File[]): Photo[] =>
  files.map((file) => ({ id: ++lastPhotoId, file, previewUrl: URL.createObjectURL(file) }));

/**
 * Photos that are not sent yet, kept on this device; their object URLs are revoked when they are removed.
 * @param name of what they are for: `report`
 */
export function usePhotos(name: string, limit: PhotoLimit) {
  const key = `draft:${useUser().id}:${name}`;
  const [photos, setPhotos] = useState<Photo[]>([]);
  const [refusals, setRefusals] = useState<string[]>([]);
  const [areRestored, setAreRestored] = useState(false);
  const latest = useRef(photos);
  useEffect(
    () => () => {
      for (const photo of latest.current) URL.revokeObjectURL(photo.previewUrl);
    },
    [],
  );
  const change = (next: Photo[]) => {
    latest.current = next;
    setPhotos(next);
    void keepFiles(
      key,
      next.map(({ file }) => file),
    );
  };
  const add = (files: readonly File[]) => {
    const sorted = sortPhotos(latest.current, files, limit);
    setRefusals(sorted.refusals);
    change([...latest.current, ...takePhotos(sorted.accepted)]);
  };
  const restore = useEffectEvent((files: readonly File[]) => {
    if (files.length === 0) return;
    add(files);
    setAreRestored(true);
  });
  useEffect(() => {
    let isClosed = false;
    void readKeptFiles(key).then((files) => {
      if (!isClosed) restore(files);
    });
    return () => {
      isClosed = true;
    };
  }, [key]);
  const removeAll = (gone: readonly Photo[]) => {
    setRefusals([]);
    for (const { previewUrl } of gone) URL.revokeObjectURL(previewUrl);
    change(latest.current.filter((photo) => !gone.includes(photo)));
  };
  return {
    chosen: photos,
    refusals,
    areRestored,
    add,
    remove: (id: number) => removeAll(latest.current.filter((photo) => photo.id === id)),
    /** They are not to be sent. */
    discard: () => {
      removeAll(latest.current);
      setAreRestored(false);
    },
    /** They were sent, and are kept no longer. */
    drop: () => void keepFiles(key, []),
  };
}
