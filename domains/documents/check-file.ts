import { documentBytesMax, fileSentences, kindOfName } from "./kinds.ts";

/** What is wrong with a chosen file, as far as a browser can tell (DOC-24); the server checks the content. */
export function refusalOf(file: { name: string; size: number }): string | undefined {
  if (kindOfName(file.name) === undefined) return fileSentences.wrongKind;
  if (file.size === 0) return fileSentences.empty;
  if (file.size > documentBytesMax) return fileSentences.tooLarge;
  return undefined;
}

/** The `accept` attribute of the file input. */
export const documentAccept = ".pdf,.doc,.docx,.xls,.xlsx";
