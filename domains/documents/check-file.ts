import { fileMessages, kindFromName, maxDocumentBytes } from "./kinds.ts";

/**
 * Checks a selected file's name and size (DOC-24) and returns an error message if it can't be uploaded. The
 * server also checks the contents.
 */
export function findFileError(file: { name: string; size: number }): string | undefined {
  if (kindFromName(file.name) === undefined) return fileMessages.unsupportedType;
  if (file.size === 0) return fileMessages.empty;
  if (file.size > maxDocumentBytes) return fileMessages.tooLarge;
  return undefined;
}

/** The `accept` attribute of the file input. */
export const documentAccept = ".pdf,.doc,.docx,.xls,.xlsx";
