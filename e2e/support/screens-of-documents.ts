import type { Page } from "@playwright/test";
import { button, press, type Screen } from "./screen-parts.ts";

const firstPaper = (page: Page) => page.getByRole("list", { name: "Documents" }).getByRole("heading").first();

/** The papers of the buildings, and uploading one. */
export const screensOfDocuments: readonly Screen[] = [
  { name: "documents-tenant", as: "tenant1", path: "/documents", ready: firstPaper },
  { name: "documents-landlord", as: "landlord", path: "/documents", ready: firstPaper },
  { name: "documents-technician", as: "technician", path: "/documents", ready: firstPaper },
  {
    name: "documents-inside-files",
    as: "admin",
    path: "/documents?q=insurance&in=files",
    ready: firstPaper,
  },
  {
    name: "documents-nothing-found",
    as: "landlord",
    path: "/documents?q=unicorn",
    ready: (page) => page.getByText("No documents found"),
  },
  {
    name: "documents-upload",
    as: "landlord",
    path: "/documents?upload=yes&propertyId=1&unitId=3",
    ready: (page) => page.getByText(/ sees it, and no other tenant/),
  },
  {
    name: "documents-upload-tenant",
    as: "tenant1",
    path: "/documents?upload=yes",
    ready: (page) => page.getByText("PDF, DOC, DOCX, XLS, XLSX up to 10MB"),
  },
  {
    name: "documents-upload-refused",
    as: "landlord",
    path: "/documents?upload=yes",
    open: async (page) => {
      await page
        .getByLabel("Document file")
        .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") });
      await press("Upload Document")(page);
    },
    ready: (page) => page.getByText("Please select a document type"),
  },
  { name: "documents-trash", as: "landlord", path: "/documents?view=trash", ready: button(/^Take back/) },
  {
    name: "documents-trash-empty",
    as: "technician",
    path: "/documents?view=trash",
    ready: (page) => page.getByText("The trash is empty"),
  },
];
