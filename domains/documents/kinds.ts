/** The accepted kinds of files, by their extension (DOC-18, DOC-24). */
export const documentKinds = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
export type DocumentKind = keyof typeof documentKinds;

export const documentBytesMax = 10 * 1024 * 1024;

/** CON-13, DOC-18. */
export const fileHint = "PDF, DOC, DOCX, XLS, XLSX up to 10MB";

export const fileSentences = {
  missing: "Document file is required",
  elsewhere: "The document is sent in the field file.",
  tooMany: "Please choose one file.",
  empty: "This file is empty.",
  tooLarge: "The file may have at most 10 MB.",
  wrongKind: "Please choose a PDF, DOC, DOCX, XLS or XLSX file.",
};

/** The kind by a file's name; the server also checks the contents. */
export function kindOfName(name: string): DocumentKind | undefined {
  const ending = /\.([a-z]{3,4})$/i.exec(name.trim())?.[1]?.toLowerCase();
  return ending !== undefined && Object.hasOwn(documentKinds, ending) ? (ending as DocumentKind) : undefined;
}
