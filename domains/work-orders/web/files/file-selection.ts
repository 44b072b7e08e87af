import { useState } from "react";
import { isSameFile } from "#web/same-file.ts";
import { type SavedPhoto, useSavedPhotos } from "#web/use-saved-photos.ts";

/** Limits on the files that can be selected. */
export interface FileLimits {
  maxFiles: number;
  /** States the maximum. The number of files left out is appended. */
  limitMessage: string;
  /** Returns an error message, or undefined if the file is accepted. */
  validate: (file: File) => string | undefined;
}

/** Returns the files that can be added to the `current` ones, and error messages for the rest. */
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
 * @param onRestored called with files kept from an earlier visit; by default they're added to the selection
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
    /** Removes all files without sending them. */
    discard: () => {
      replace([]);
      setHasRestoredFiles(false);
    },
    clear: savedFiles.clearSavedFiles,
  };
}
