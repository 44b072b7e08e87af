/** The accepted file types by extension (DOC-18, DOC-24). */
export const documentKinds = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
export type DocumentKind = keyof typeof documentKinds;

export const maxDocumentBytes = 10 * 1024 * 1024;

/** CON-13, DOC-18. */
export const fileHint = "PDF, DOC, DOCX, XLS, XLSX up to 10MB";

export const fileMessages = {
  missing: "Document file is required",
  wrongField: "Send the document in the “file” field.",
  tooMany: "Choose one file.",
  empty: "This file is empty.",
  tooLarge: "The file can be up to 10 MB.",
  unsupportedType: "Choose a PDF, DOC, DOCX, XLS, or XLSX file.",
};

/** Returns the file type by the file's name. The server also checks the contents. */
export function kindFromName(name: string): DocumentKind | undefined {
  const extension = /\.([a-z]{3,4})$/i.exec(name.trim())?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(documentKinds, extension)
    ? (extension as DocumentKind)
    : undefined;
}
