import { fileMessages, kindFromName, maxDocumentBytes } from "./kinds.ts";

/**
 * Returns what's wrong with a selected file, as far as a browser can tell (DOC-24). The server checks the
 * contents.
 */
export function findFileError(file: { name: string; size: number }): string | undefined {
  if (kindFromName(file.name) === undefined) return fileMessages.unsupportedType;
  if (file.size === 0) return fileMessages.empty;
  if (file.size > maxDocumentBytes) return fileMessages.tooLarge;
  return undefined;
}

/** The `accept` attribute of the file input. */
export const documentAccept = ".pdf,.doc,.docx,.xls,.xlsx";
