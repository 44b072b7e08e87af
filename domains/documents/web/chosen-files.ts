import { isSameFile } from "#web/same-file.ts";
import { refusalOf } from "../check-file.ts";

/** The files after `added` were chosen: each once, and without those that were refused before. */
export const withFiles = (files: readonly File[], added: readonly File[]): readonly File[] => {
  const kept = files.filter((file) => refusalOf(file) === undefined);
  return [...kept, ...added.filter((file) => !kept.some((one) => isSameFile(one, file)))];
};
