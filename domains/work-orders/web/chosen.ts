import { useState } from "react";
import { type KeptPhoto, useKeptPhotos } from "#web/kept-photos.ts";
import { isSameFile } from "#web/same-file.ts";

/** What may be chosen. */
export interface Choice {
  max: number;
  /** The message for more than that, before how many were left out. */
  sentence: string;
  /** What is wrong with a file, as a sentence; undefined when nothing is. */
  refusalOf: (file: File) => string | undefined;
}

/** Splits `files` into those that can be added to the `present` ones and error messages for the others. */
export function sortFiles(
  present: readonly { file: File }[],
  files: readonly File[],
  { max, sentence, refusalOf }: Choice,
) {
  const accepted: File[] = [];
  const refusals: string[] = [];
  for (const file of files) {
    const refusal = refusalOf(file);
    if (refusal !== undefined) refusals.push(refusal);
    else if (!present.some((one) => isSameFile(one.file, file))) accepted.push(file);
  }
  const room = Math.max(0, max - present.length);
  if (accepted.length > room) refusals.push(`${sentence}; ${left(accepted.length - room)} left out.`);
  return { accepted: accepted.slice(0, room), refusals };
}

const left = (count: number) => (count === 1 ? "1 was" : `${count} were`);

/** Photos or files of an order that are not sent yet. @param name of what they are for: `report` */
export function useChosen(name: string, choice: Choice) {
  const [refusals, setRefusals] = useState<string[]>([]);
  const [areRestored, setAreRestored] = useState(false);
  const kept = useKeptPhotos(name, (files) => {
    add(files);
    setAreRestored(true);
  });
  function add(files: readonly File[]) {
    const sorted = sortFiles(kept.latest.current, files, choice);
    setRefusals(sorted.refusals);
    kept.add(sorted.accepted);
  }
  const keep = (files: readonly KeptPhoto[]) => {
    setRefusals([]);
    kept.change(files);
  };
  return {
    chosen: kept.photos,
    refusals,
    areRestored,
    add,
    remove: (id: number) => keep(kept.latest.current.filter((one) => one.id !== id)),
    /** They are not to be sent. */
    discard: () => {
      keep([]);
      setAreRestored(false);
    },
    drop: kept.drop,
  };
}
