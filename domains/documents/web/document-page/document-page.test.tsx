import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  onPhone,
  problem,
  publicConfig,
  resetBrowser,
  type SentRequest,
  tenant,
} from "#web/testing/open-page.tsx";
import type { DocumentCard } from "../../contract.ts";
import { makeDocument, makeFile, openDocument } from "../testing/document.ts";
import { describeAudience } from "./describe-audience.ts";

/** Replaces opening a PDF. The end-to-end tests render real ones. */
const opening = vi.hoisted(() => ({
  failure: undefined as "password" | "broken" | undefined,
  gaps: { hasImages: false, hasAttachments: false, hasForm: false },
  opened: 0,
}));
vi.mock("../pdf-preview/pdf-file.ts", () => {
  class PdfError extends Error {
    readonly reason: string;
    constructor(reason: string) {
      super(reason);
      this.reason = reason;
    }
  }
  const openPdf = async () => {
    opening.opened += 1;
    if (opening.failure !== undefined) throw new PdfError(opening.failure);
    return { pdf: { numPages: 3 }, gaps: opening.gaps, close: () => {} };
  };
  return { PdfError, openPdf };
});
vi.mock("../pdf-preview/draw-pdf-page.ts", () => ({ clearTextCache: () => {} }));
vi.mock("../pdf-preview/pdf-pages.tsx", () => ({
  PdfPages: ({ name }: { name: string }) => <p>{`Pages of ${name}`}</p>,
}));

resetBrowser();
beforeEach(() => {
  opening.failure = undefined;
  opening.gaps = { hasImages: false, hasAttachments: false, hasForm: false };
  opening.opened = 0;
});

const details = async () => within(await screen.findByRole("region", { name: "Details" }));
const versions = async () => within(await screen.findByRole("region", { name: "Versions" }));
const fileCalls = (sent: readonly SentRequest[]) =>
  sent.filter(({ path }) => path.startsWith("/api/documents/7/files/")).map(({ path }) => path);
const noMore = { edit: false, chooseVisibility: false, readDownloads: false };

describe("the page of a document", () => {
  it("the document page shows the type, property, audience, uploader, and file", async () => {
    await openDocument(
      makeDocument({
        unit: { id: 3, unitNumber: "101" },
        leaseId: 9,
        visibility: "lease",
        createdAt: "2026-01-05T15:07:00Z",
      }),
    );
    await screen.findByRole("heading", { level: 1, name: "Fire insurance" });
    const shown = await details();
    for (const text of [
      "Insurance",
      "The tenant of unit 101 and the property's managers",
      "Jan 5, 2026",
      "by Lena Landlord",
      "insurance-1.pdf",
      "PDF, 2.4 MB",
      "No virus found",
      "No expiration date",
    ])
      expect(shown.getByText(text)).toBeTruthy();
    expect(shown.getByRole("link", { name: "Harborview Center" }).getAttribute("href")).toBe("/properties/1");
    expect(shown.getByRole("link", { name: "Unit 101" }).getAttribute("href")).toBe("/units/3");
    const download = screen.getByRole("link", { name: "Download" });
    expect(download.getAttribute("href")).toBe("/api/documents/7/file");
    expect(download.hasAttribute("download")).toBe(true);
  });

  it("on a phone, the document page starts with the preview, followed by the actions and details", async () => {
    onPhone();
    await openDocument(makeDocument());
    const preview = await screen.findByRole("region", { name: "Preview" });
    const isBelowPreview = (element: HTMLElement) =>
      preview.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING;
    expect(isBelowPreview(screen.getByRole("button", { name: "Edit" }))).toBe(true);
    expect(isBelowPreview(screen.getByRole("region", { name: "Details" }))).toBe(true);
  });

  it("ROLE-16 people who can only view a document can download it but see no actions that change it", async () => {
    const { sent } = await openDocument(makeDocument({ can: noMore }), {}, tenant);
    const shown = await details();
    expect(shown.queryByRole("link")).toBeNull();
    expect(screen.getByRole("link", { name: "Download" })).toBeTruthy();
    const page = within(screen.getByRole("main"));
    for (const name of ["Edit", "More actions", "Upload a new version"])
      expect(page.queryByRole("button", { name })).toBeNull();
    expect(screen.queryByRole("region", { name: "Views and downloads" })).toBeNull();
    expect(sent.some(({ path }) => path.includes("downloads"))).toBe(false);
  });

  it.each([
    ["2026-11-18", "Expired 3 days ago"],
    ["2026-11-20", "Expired yesterday"],
    ["2026-11-21", "Expires today"],
    ["2026-11-22", "1 day left"],
    ["2027-11-21", "365 days left"],
  ])("on the document page, the expiration date %s reads %s", async (expiresOn, words) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 21, 12) });
    await openDocument(makeDocument({ expiresOn }));
    expect((await details()).getByText(words)).toBeTruthy();
  });

  it("the document page's back link returns to the list with its filters", async () => {
    sessionStorage.setItem("documents-list", "type=Lease&q=fire&upload=yes");
    await openDocument(makeDocument());
    const back = await within(await screen.findByRole("main")).findByRole("link", { name: "Documents" });
    expect(back.getAttribute("href")).toBe("/documents?type=Lease&q=fire");
  });

  it("the document page shows a message if the document doesn't exist or isn't accessible", async () => {
    await openDocument(makeDocument(), { "GET /api/documents/7": problem(404, "No such document.") });
    await screen.findByRole("heading", { level: 1, name: "Document not found" });
    expect(screen.getByRole("link", { name: "All documents" }).getAttribute("href")).toBe("/documents");
  });

  it("the document page shows a message if the user loses access while it's open", async () => {
    const { responses } = await openDocument(makeDocument({ can: noMore }), {}, tenant);
    await screen.findByRole("heading", { level: 1, name: "Fire insurance" });
    responses["GET /api/documents/7"] = problem(404, "No such document.");
    const { queryClient } = await import("#web/query-client.ts");
    await act(() => queryClient.invalidateQueries({ queryKey: ["/api/documents/7"] }));
    await screen.findByRole("heading", { level: 1, name: "This document is no longer available" });
    expect(screen.queryByText("Fire insurance")).toBeNull();
  });

  it("loading a document can be retried after a failed request", async () => {
    const { responses } = await openDocument(makeDocument(), {
      "GET /api/documents/7": problem(503, "Later."),
    });
    await screen.findByText("Couldn't load the document.");
    responses["GET /api/documents/7"] = makeDocument();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Fire insurance" })).toBeTruthy();
  });
});

describe("the audience of a document", () => {
  const unit = { id: 3, unitNumber: "101" };
  it.each<[string, Pick<DocumentCard, "visibility" | "type" | "unit">]>([
    [
      "All tenants in the building and the property's managers",
      { visibility: "building", type: "Lease", unit: null },
    ],
    ["The tenant of unit 101 and the property's managers", { visibility: "lease", type: "Lease", unit }],
    ["Only the property's managers", { visibility: "staff", type: "Contract", unit }],
    [
      "The building's technicians and the property's managers",
      { visibility: "staff", type: "Maintenance", unit: null },
    ],
    [
      "All tenants in the building, the building's technicians, and the property's managers",
      { visibility: "building", type: "Maintenance", unit: null },
    ],
  ])("the document's audience reads: %s", (words, document) => {
    expect(describeAudience(document)).toBe(words);
  });
});

describe("the preview", () => {
  it("the preview fetches the document's file as a view and renders it", async () => {
    const { sent } = await openDocument(makeDocument({ files: [makeFile(2), makeFile(1)] }));
    await screen.findByText("Pages of insurance-2.pdf");
    expect(fileCalls(sent)).toEqual(["/api/documents/7/files/2?for=preview"]);
  });

  it("the user's own view is added to the log immediately", async () => {
    let respond: (file: Response) => void = () => {};
    const file = new Promise<Response>((resolve) => {
      respond = resolve;
    });
    const { sent } = await openDocument(makeDocument(), { "GET /api/documents/7/files/1": () => file });
    await screen.findByText("No views yet");
    const countDownloadRequests = () =>
      sent.filter(({ path }) => path.startsWith("/api/documents/7/downloads")).length;
    expect(countDownloadRequests()).toBe(1);
    respond(new Response("%PDF-1.4"));
    await screen.findByText("Pages of insurance-1.pdf");
    await waitFor(() => expect(countDownloadRequests()).toBe(2));
  });

  it.each([
    ["password", "This PDF is password-protected"],
    ["broken", "This PDF can't be displayed here"],
  ] as const)(
    "a PDF that can't be displayed (%s) shows the reason and a download link",
    async (why, words) => {
      opening.failure = why;
      await openDocument(makeDocument());
      await screen.findByText(words);
      expect(screen.getByRole("link", { name: "Download" })).toBeTruthy();
    },
  );

  it("a PDF with images that can't be rendered shows a note above its pages", async () => {
    opening.gaps = { hasImages: true, hasAttachments: true, hasForm: true };
    await openDocument(makeDocument());
    await screen.findByText("Pages of insurance-1.pdf");
    for (const title of [
      "Some images in this file can't be displayed",
      "This file has attachments, which aren't displayed",
      "This file is a form that only Adobe Acrobat displays",
    ])
      expect(screen.getByText(title)).toBeTruthy();
  });

  it("fetching a document's file can be retried after a failure", async () => {
    const { responses } = await openDocument(makeDocument(), {
      "GET /api/documents/7/files/1": problem(503, "The files are not there for the moment."),
    });
    await screen.findByText("Couldn't load the preview.");
    expect(screen.getByText("The files are not there for the moment.")).toBeTruthy();
    responses["GET /api/documents/7/files/1"] = () => new Response("%PDF-1.4");
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Pages of insurance-1.pdf");
  });

  it("a Word file has a download link instead of a preview", async () => {
    const mediaType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    const { sent } = await openDocument(
      makeDocument({ files: [makeFile(1, { name: "house-rules.docx", mediaType })] }),
    );
    await screen.findByText("Preview isn't available for DOCX files");
    expect(screen.getByRole("link", { name: "Download" })).toBeTruthy();
    expect(fileCalls(sent)).toEqual([]);
  });

  it.each([
    ["waiting", "Scanning for viruses"],
    ["infected", "A virus was found in this file"],
  ] as const)("a file whose scan is %s is neither displayed nor downloadable", async (scan, words) => {
    const { sent } = await openDocument(makeDocument({ files: [makeFile(1, { scan })] }));
    const preview = within(await screen.findByRole("region", { name: "Preview" }));
    expect(preview.getByText(words)).toBeTruthy();
    expect(screen.queryByRole("link", { name: /^Download/ })).toBeNull();
    expect(fileCalls(sent)).toEqual([]);
    expect(opening.opened).toBe(0);
  });

  it.each([
    [false, "Virus scanning is off", 0],
    [true, "Not scanned yet", 1],
  ])(
    "an unscanned file (scanner: %s) can be downloaded, and its page says: %s",
    async (filesAreScanned, words, count) => {
      await openDocument(makeDocument({ files: [makeFile(1, { scan: "unscanned" })] }), {
        "GET /api/config": { ...publicConfig, filesAreScanned },
      });
      await (await details()).findByText(words);
      expect((await versions()).queryAllByText("Not yet scanned for viruses")).toHaveLength(count);
      await screen.findByText("Pages of insurance-1.pdf");
      expect(screen.getByRole("link", { name: "Download" })).toBeTruthy();
    },
  );

  it("an earlier version has a note that it isn't the current one", async () => {
    const { sent } = await openDocument(makeDocument({ files: [makeFile(2), makeFile(1)] }));
    await userEvent.click((await versions()).getByRole("button", { name: "Show version 1" }));
    await screen.findByText("Pages of insurance-1.pdf");
    expect(fileCalls(sent).at(-1)).toBe("/api/documents/7/files/1?for=preview");
    expect(screen.getByText("You're viewing version 1, not the current version")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "View current version" }));
    await screen.findByText("Pages of insurance-2.pdf");
  });
});

describe("the view log", () => {
  it("the view log lists the person, action, version, and time, ten at a time, with an export", async () => {
    const rows = Array.from({ length: 10 }, (_, index) => ({
      id: 40 - index,
      user: { id: 2, fullName: index === 0 ? "Maria Gonzales" : "Theo Technician" },
      number: 1,
      kind: index === 0 ? "download" : "preview",
      at: "2026-11-20T18:05:00Z",
    }));
    const { sent } = await openDocument(makeDocument(), {
      "GET /api/documents/7/downloads": () => Response.json(rows, { headers: { "X-Total-Count": "12" } }),
    });
    const table = within(await screen.findByRole("table", { name: "Views and downloads of this document" }));
    const first = within(table.getAllByRole("row")[1] as HTMLElement);
    for (const text of ["Maria Gonzales", "Downloaded", "1. insurance-1.pdf", "Nov 20, 2026, 6:05 PM"])
      expect(first.getByText(text)).toBeTruthy();
    expect(screen.getByRole("link", { name: /^Export/ }).getAttribute("href")).toBe(
      "/api/documents/7/downloads.csv",
    );
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    const nextPage = "/api/documents/7/downloads?page=2&pageSize=10";
    await waitFor(() => expect(sent.map((request) => request.path)).toContain(nextPage));
  });

  it("on a phone, the view log shows a version's number instead of its long file name", async () => {
    onPhone();
    const row = { user: { id: 2, fullName: "Maria Gonzales" }, number: 1, kind: "preview" };
    await openDocument(makeDocument(), {
      "GET /api/documents/7/downloads": () =>
        Response.json([{ ...row, id: 40, at: "2026-11-20T18:05:00Z" }], {
          headers: { "X-Total-Count": "1" },
        }),
    });
    const table = within(await screen.findByRole("table", { name: "Views and downloads of this document" }));
    expect(table.getByText("Version 1")).toBeTruthy();
    expect(table.queryByText("1. insurance-1.pdf")).toBeNull();
  });
});
