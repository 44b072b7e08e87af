import { isSameFile } from "#web/same-file.ts";
import { findFileError } from "../../check-file.ts";

/** Adds newly selected files, without duplicates. Drops invalid files that were selected earlier. */
export const addFiles = (files: readonly File[], newFiles: readonly File[]): readonly File[] => {
  const validFiles = files.filter((file) => findFileError(file) === undefined);
  return [
    ...validFiles,
    ...newFiles.filter((file) => !validFiles.some((existing) => isSameFile(existing, file))),
  ];
};
