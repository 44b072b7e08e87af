import path from "node:path";
import type { Page } from "@playwright/test";
import { button, dialog, heading, press, type Screen } from "./screen.ts";

/** Opens the first document in the list. */
const openFirst = (page: Page) =>
  page.getByRole("list", { name: "Documents" }).getByRole("link").first().click();
const firstPage = (page: Page) => page.locator('[data-page="1"] canvas');
const insurance = "/documents?q=Property%20insurance%20of%20Harborview";
const plan = "/documents?q=Emergency%20and%20evacuation";

const leakingPipe = path.join(import.meta.dirname, "leaking-pipe.jpg");

const firstDocument = (page: Page) =>
  page.getByRole("list", { name: "Documents" }).getByRole("heading").first();

/** Documents, uploads, and the trash. */
export const documentScreens: readonly Screen[] = [
  { name: "documents-tenant", person: "tenant1", path: "/documents", ready: firstDocument },
  { name: "documents-landlord", person: "landlord", path: "/documents", ready: firstDocument },
  { name: "documents-technician", person: "technician", path: "/documents", ready: firstDocument },
  {
    name: "documents-text-search",
    person: "admin",
    path: "/documents?q=insurance",
    ready: firstDocument,
  },
  {
    name: "documents-nothing-found",
    person: "landlord",
    path: "/documents?q=unicorn",
    ready: (page) => page.getByText("No documents found"),
  },
  {
    name: "documents-upload",
    person: "landlord",
    path: "/documents?upload=yes&propertyId=1&unitId=3",
    ready: (page) => page.getByText("Only the property's managers can see it."),
  },
  {
    name: "documents-upload-tenant",
    person: "tenant1",
    path: "/documents?upload=yes",
    ready: (page) => page.getByText("PDF, DOC, DOCX, XLS, XLSX up to 10MB"),
  },
  {
    name: "documents-upload-invalid",
    person: "landlord",
    path: "/documents?upload=yes",
    open: async (page) => {
      await page
        .getByLabel("Document file")
        .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") });
      await press("Upload Document")(page);
    },
    ready: (page) => page.getByText("Please select a document type"),
  },
  {
    name: "documents-upload-several",
    person: "landlord",
    path: "/documents?upload=yes",
    open: (page) =>
      page.getByLabel("Document file").setInputFiles(
        ["Building_house_rules-2026.pdf", "notes.txt"].map((name) => ({
          name,
          mimeType: "text/plain",
          buffer: Buffer.from("notes"),
        })),
      ),
    ready: (page) => page.getByRole("list", { name: "Selected files" }),
  },
  {
    name: "documents-scan",
    person: "tenant1",
    path: "/documents?upload=yes",
    open: async (page) => {
      await press("Scan pages")(page);
      await dialog(page).getByLabel("Choose photos").and(page.locator("input")).setInputFiles(leakingPipe);
    },
    ready: (page) => page.getByRole("img", { name: "Page 1" }),
  },
  { name: "documents-trash", person: "landlord", path: "/documents?view=trash", ready: button(/^Restore/) },
  {
    name: "documents-trash-empty",
    person: "technician",
    path: "/documents?view=trash",
    ready: (page) => page.getByText("The trash is empty"),
  },
  { name: "document-tenant", person: "tenant1", path: plan, open: openFirst, ready: firstPage },
  { name: "document-landlord", person: "landlord", path: insurance, open: openFirst, ready: firstPage },
  {
    name: "document-without-preview",
    person: "landlord",
    path: "/documents?q=Maintenance%20plan",
    open: openFirst,
    ready: (page) => page.getByText(/^Preview isn't available for/),
  },
  {
    name: "document-edit",
    person: "landlord",
    path: plan,
    open: async (page) => {
      await openFirst(page);
      await press("Edit")(page);
      await page.getByLabel("Visible to").selectOption("Staff only");
    },
    ready: (page) => page.getByText(/will lose access/),
  },
  {
    name: "document-new-version",
    person: "landlord",
    path: insurance,
    open: async (page) => {
      await openFirst(page);
      await press("Upload a new version")(page);
    },
    ready: (page) => page.getByText("PDF, DOC, DOCX, XLS, XLSX up to 10MB"),
  },
  {
    name: "document-in-trash",
    person: "landlord",
    path: "/documents?view=trash",
    open: (page) =>
      page.getByRole("list", { name: "Documents in the trash" }).getByRole("link").first().click(),
    ready: (page) => page.getByText("This document is in the trash"),
  },
  {
    name: "document-missing",
    person: "tenant1",
    path: "/documents/999999",
    ready: heading("Document not found"),
  },
];
