import { useState } from "react";
import { isSameFile } from "#web/same-file.ts";
import { type SavedPhoto, useSavedPhotos } from "#web/use-saved-photos.ts";

/** What files can be selected. */
export interface FileLimits {
  max: number;
  /** Explains the maximum. Followed by how many files weren't added. */
  limitMessage: string;
  /** Returns why a file is rejected, as a sentence. Undefined if the file is fine. */
  validate: (file: File) => string | undefined;
}

/** Splits `files` into those that can be added to the `current` ones and error messages for the others. */
export function validateFiles(
  current: readonly { file: File }[],
  files: readonly File[],
  { max, limitMessage, validate }: FileLimits,
) {
  const accepted: File[] = [];
  const errors: string[] = [];
  for (const file of files) {
    const error = validate(file);
    if (error !== undefined) errors.push(error);
    else if (!current.some((other) => isSameFile(other.file, file))) accepted.push(file);
  }
  const room = Math.max(0, max - current.length);
  const excess = accepted.length - room;
  if (excess > 0)
    errors.push(
      excess === 1 ? `${limitMessage}, so 1 wasn't added.` : `${limitMessage}, so ${excess} weren't added.`,
    );
  return { accepted: accepted.slice(0, room), errors };
}

/**
 * Selected photos or files of a work order that haven't been sent yet. @param name of their purpose, such as
 * `report`
 */
export function useFileSelection(name: string, limits: FileLimits) {
  const [errors, setErrors] = useState<string[]>([]);
  const [areRestored, setAreRestored] = useState(false);
  const saved = useSavedPhotos(name, (files) => {
    add(files);
    setAreRestored(true);
  });
  /** Returns all selected files. */
  function add(files: readonly File[]): readonly SavedPhoto[] {
    const validated = validateFiles(saved.latest.current, files, limits);
    setErrors(validated.errors);
    saved.add(validated.accepted);
    return saved.latest.current;
  }
  const replace = (files: readonly SavedPhoto[]) => {
    setErrors([]);
    saved.change(files);
  };
  return {
    files: saved.photos,
    errors,
    areRestored,
    add,
    remove: (id: number) => replace(saved.latest.current.filter((file) => file.id !== id)),
    /** Removes all of them without sending. */
    discard: () => {
      replace([]);
      setAreRestored(false);
    },
    drop: saved.clear,
  };
}
