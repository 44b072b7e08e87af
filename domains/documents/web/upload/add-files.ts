import { isSameFile } from "#web/same-file.ts";
import { findFileError } from "../../check-file.ts";

/** Returns the files after `added` were selected, without duplicates and without invalid ones from before. */
export const addFiles = (files: readonly File[], added: readonly File[]): readonly File[] => {
  const valid = files.filter((file) => findFileError(file) === undefined);
  return [...valid, ...added.filter((file) => !valid.some((existing) => isSameFile(existing, file)))];
};
