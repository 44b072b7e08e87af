import type { SessionUser } from "#domains/accounts/contract.ts";
import type { FakeResponses } from "#web/testing/open-page.tsx";
import type { Document } from "../../contract.ts";
import { landlord, makeCard, openDocuments } from "./cards.ts";

type File = Document["files"][number];

export const makeFile = (number: number, overrides: Partial<File> = {}): File => ({
  number,
  name: `insurance-${number}.pdf`,
  mediaType: "application/pdf",
  bytes: 2_516_582,
  scan: "clean",
  uploadedBy: { id: 5, fullName: "Lena Landlord" },
  uploadedAt: "2026-01-05T15:07:00Z",
  restoredFrom: null,
  ...overrides,
});

/** Document 7 with its current file. */
export const makeDocument = (overrides: Partial<Document> = {}): Document => {
  const files = overrides.files ?? [makeFile(1)];
  return {
    ...makeCard(7, { title: "Fire insurance", type: "Insurance", version: 4 }),
    file: files[0] ?? makeFile(1),
    trashedAt: null,
    can: { edit: true, chooseVisibility: true, readDownloads: true },
    ...overrides,
    files,
  };
};

export const openDocument = (
  document: Document,
  responses: FakeResponses = {},
  user: SessionUser = landlord,
) =>
  openDocuments(user, {
    address: "/documents/7",
    "GET /api/documents/7": document,
    "GET /api/documents/7/downloads": [],
    "GET /api/documents/7/files/1": () => new Response("%PDF-1.4"),
    "GET /api/documents/7/files/2": () => new Response("%PDF-1.4"),
    ...responses,
  });
