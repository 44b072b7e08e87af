import { useState } from "react";
import { type KeptPhoto, useKeptPhotos } from "#web/kept-photos.ts";
import { isSameFile } from "#web/same-file.ts";
import { imageBytesMax, imagesMax, imageTypes } from "../contract.ts";

/** WO-67. */
export const photoHint = "PNG, JPG, GIF up to 10MB";
/** Listed one by one, so that phones convert their own formats to one of these (WO-74). */
export const photoAccept = imageTypes.join(",");

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
    else if (!present.some((photo) => isSameFile(photo.file, file))) accepted.push(file);
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

/** Photos of an order that are not sent yet. @param name of what they are for: `report` */
export function usePhotos(name: string, limit: PhotoLimit) {
  const [refusals, setRefusals] = useState<string[]>([]);
  const [areRestored, setAreRestored] = useState(false);
  const kept = useKeptPhotos(name, (files) => {
    add(files);
    setAreRestored(true);
  });
  function add(files: readonly File[]) {
    const sorted = sortPhotos(kept.latest.current, files, limit);
    setRefusals(sorted.refusals);
    kept.add(sorted.accepted);
  }
  const keep = (photos: readonly KeptPhoto[]) => {
    setRefusals([]);
    kept.change(photos);
  };
  return {
    chosen: kept.photos,
    refusals,
    areRestored,
    add,
    remove: (id: number) => keep(kept.latest.current.filter((photo) => photo.id !== id)),
    /** They are not to be sent. */
    discard: () => {
      keep([]);
      setAreRestored(false);
    },
    drop: kept.drop,
  };
}
