import type { Pages } from "#web/page.ts";

export const documentsPages = {
  documents: {
    patterns: ["/documents"],
    access: "documents.list",
    load: () => import("./list/documents-page.tsx"),
  },
  // Before the page of a document, whose path would match too.
  documentZip: {
    patterns: ["/documents/zip"],
    access: "documents.upload-zip",
    load: () => import("./zip/zip-page.tsx"),
  },
  document: {
    patterns: ["/documents/:id"],
    access: "documents.read",
    load: () => import("./document-page/document-page.tsx"),
  },
} as const satisfies Pages;
