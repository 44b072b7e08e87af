import { isSameFile } from "#web/same-file.ts";
import { findFileError } from "../../check-file.ts";

/** Returns the files after `newFiles` were selected, without duplicates and without invalid ones from before. */
export const addFiles = (files: readonly File[], newFiles: readonly File[]): readonly File[] => {
  const validFiles = files.filter((file) => findFileError(file) === undefined);
  return [
    ...validFiles,
    ...newFiles.filter((file) => !validFiles.some((existing) => isSameFile(existing, file))),
  ];
};
