import { useState } from "react";
import { isSameFile } from "#web/same-file.ts";
import { type SavedPhoto, useSavedPhotos } from "#web/use-saved-photos.ts";

/** What files can be selected. */
export interface FileLimits {
  maxFiles: number;
  /** Explains the maximum. Followed by how many files weren't added. */
  limitMessage: string;
  /** Returns why a file is rejected, as a sentence. Undefined if the file is fine. */
  validate: (file: File) => string | undefined;
}

/** Splits `files` into those that can be added to the `current` ones and error messages for the others. */
export function validateFiles(
  current: readonly { file: File }[],
  files: readonly File[],
  { maxFiles, limitMessage, validate }: FileLimits,
) {
  const acceptedFiles: File[] = [];
  const errors: string[] = [];
  for (const file of files) {
    const error = validate(file);
    if (error !== undefined) errors.push(error);
    else if (!current.some((other) => isSameFile(other.file, file))) acceptedFiles.push(file);
  }
  const remainingSlots = Math.max(0, maxFiles - current.length);
  const excessCount = acceptedFiles.length - remainingSlots;
  if (excessCount > 0)
    errors.push(
      excessCount === 1
        ? `${limitMessage}, so 1 wasn't added.`
        : `${limitMessage}, so ${excessCount} weren't added.`,
    );
  return { accepted: acceptedFiles.slice(0, remainingSlots), errors };
}

/**
 * Selected photos or files of a work order that haven't been sent yet.
 * @param name identifies the selection, such as `report`
 * @param onRestored receives the files of an earlier visit, which are otherwise added
 */
export function useFileSelection(
  name: string,
  limits: FileLimits,
  onRestored?: (files: readonly File[]) => void,
) {
  const [errors, setErrors] = useState<string[]>([]);
  const [hasRestoredFiles, setHasRestoredFiles] = useState(false);
  const savedFiles = useSavedPhotos(name, (files) => {
    if (onRestored === undefined) add(files);
    else onRestored(files);
    setHasRestoredFiles(true);
  });
  /** Returns all selected files. */
  function add(files: readonly File[]): readonly SavedPhoto[] {
    const validation = validateFiles(savedFiles.latest.current, files, limits);
    setErrors(validation.errors);
    savedFiles.add(validation.accepted);
    return savedFiles.latest.current;
  }
  const replace = (files: readonly SavedPhoto[]) => {
    setErrors([]);
    savedFiles.change(files);
  };
  return {
    files: savedFiles.photos,
    errors,
    hasRestoredFiles,
    add,
    remove: (id: number) => replace(savedFiles.latest.current.filter((file) => file.id !== id)),
    /** Removes all of them without sending. */
    discard: () => {
      replace([]);
      setHasRestoredFiles(false);
    },
    clear: savedFiles.clearSavedFiles,
  };
}
