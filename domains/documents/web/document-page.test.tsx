import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { cleanBrowser, problem, publicConfig, type Sent, tenant } from "#web/testing/open-page.tsx";
import type { DocumentCard } from "../contract.ts";
import { seenBy } from "./seen-by.ts";
import { documentOf, fileOf, openDocument } from "./testing/one-document.ts";

/** Replaces the opening of a PDF; the browser journeys render real ones. */
const opening = vi.hoisted(() => ({
  refuse: undefined as "password" | "broken" | undefined,
  lacksPictures: false,
  opened: 0,
}));
vi.mock("./pdf-file.ts", () => {
  class PdfRefused extends Error {
    readonly why: string;
    constructor(why: string) {
      super(why);
      this.why = why;
    }
  }
  const openPdf = async () => {
    opening.opened += 1;
    if (opening.refuse !== undefined) throw new PdfRefused(opening.refuse);
    return { pdf: { numPages: 3 }, lacksPictures: opening.lacksPictures, close: () => {} };
  };
  return { PdfRefused, openPdf };
});
vi.mock("./draw-pdf-page.ts", () => ({ forgetText: () => {} }));
vi.mock("./pdf-pages.tsx", () => ({
  PdfPages: ({ name }: { name: string }) => <p>{`Pages of ${name}`}</p>,
}));

cleanBrowser();
beforeEach(() => {
  opening.refuse = undefined;
  opening.lacksPictures = false;
  opening.opened = 0;
});

const facts = async () => within(await screen.findByRole("region", { name: "Facts" }));
const versions = async () => within(await screen.findByRole("region", { name: "Versions" }));
const fileCalls = (sent: readonly Sent[]) =>
  sent.filter(({ path }) => path.startsWith("/api/documents/7/files/")).map(({ path }) => path);
const noMore = { edit: false, chooseVisibility: false, readDownloads: false };

describe("the page of a document", () => {
  it("shows its facts: type, place, audience, uploader and file", async () => {
    await openDocument(
      documentOf({
        unit: { id: 3, unitNumber: "101" },
        leaseId: 9,
        visibility: "lease",
        createdAt: "2026-01-05T15:07:00Z",
      }),
    );
    await screen.findByRole("heading", { level: 1, name: "Fire insurance" });
    const shown = await facts();
    for (const text of [
      "Insurance",
      "The tenant of unit 101 and those who manage the building",
      "Jan 5, 2026",
      "by Lena Landlord",
      "insurance-1.pdf",
      "PDF, 2.4 MB",
      "No virus found",
      "No expiry",
    ])
      expect(shown.getByText(text)).toBeTruthy();
    expect(shown.getByRole("link", { name: "Harborview Center" }).getAttribute("href")).toBe("/properties/1");
    expect(shown.getByRole("link", { name: "Unit 101" }).getAttribute("href")).toBe("/units/3");
    const download = screen.getByRole("link", { name: "Download" });
    expect(download.getAttribute("href")).toBe("/api/documents/7/file");
    expect(download.hasAttribute("download")).toBe(true);
  });

  it("ROLE-16 readers get the download, and no actions that change the document", async () => {
    const { sent } = await openDocument(documentOf({ may: noMore }), {}, tenant);
    const shown = await facts();
    expect(shown.queryByRole("link")).toBeNull();
    expect(screen.getByRole("link", { name: "Download" })).toBeTruthy();
    const page = within(screen.getByRole("main"));
    for (const name of ["Edit", "More", "Upload a new version"])
      expect(page.queryByRole("button", { name })).toBeNull();
    expect(screen.queryByRole("region", { name: "Who looked at it" })).toBeNull();
    expect(sent.some(({ path }) => path.includes("downloads"))).toBe(false);
  });

  it.each([
    ["2026-11-18", "Expired 3 days ago"],
    ["2026-11-20", "Expired yesterday"],
    ["2026-11-21", "Today is the last day"],
    ["2026-11-22", "1 day left"],
    ["2027-11-21", "365 days left"],
  ])("a last day %s reads %s", async (expiresOn, words) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 21, 12) });
    await openDocument(documentOf({ expiresOn }));
    expect((await facts()).getByText(words)).toBeTruthy();
  });

  it("the back link returns to the list with its filters", async () => {
    sessionStorage.setItem("documents-list", "type=Lease&q=fire&upload=yes");
    await openDocument(documentOf());
    const back = await within(await screen.findByRole("main")).findByRole("link", { name: "Documents" });
    expect(back.getAttribute("href")).toBe("/documents?type=Lease&q=fire");
  });

  it("a document that does not exist or is not one's own says so", async () => {
    await openDocument(documentOf(), { "GET /api/documents/7": problem(404, "No such document.") });
    await screen.findByRole("heading", { level: 1, name: "There is no such document" });
    expect(screen.getByRole("link", { name: "All documents" }).getAttribute("href")).toBe("/documents");
  });

  it("a document to which the user loses access while it is open says so", async () => {
    const { responses } = await openDocument(documentOf({ may: noMore }), {}, tenant);
    await screen.findByRole("heading", { level: 1, name: "Fire insurance" });
    responses["GET /api/documents/7"] = problem(404, "No such document.");
    const { queryClient } = await import("#web/query-client.ts");
    await act(() => queryClient.invalidateQueries({ queryKey: ["/api/documents/7"] }));
    await screen.findByRole("heading", { level: 1, name: "This document is no longer here" });
    expect(screen.queryByText("Fire insurance")).toBeNull();
  });

  it("a failed request can be retried", async () => {
    const { responses } = await openDocument(documentOf(), {
      "GET /api/documents/7": problem(503, "Later."),
    });
    await screen.findByText("The document could not be loaded.");
    responses["GET /api/documents/7"] = documentOf();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Fire insurance" })).toBeTruthy();
  });
});

describe("the audience of a document", () => {
  const unit = { id: 3, unitNumber: "101" };
  it.each<[string, Pick<DocumentCard, "visibility" | "type" | "unit">]>([
    [
      "All tenants of the building and those who manage the building",
      { visibility: "building", type: "Lease", unit: null },
    ],
    [
      "The tenant of unit 101 and those who manage the building",
      { visibility: "lease", type: "Lease", unit },
    ],
    ["Only those who manage the building", { visibility: "staff", type: "Contract", unit }],
    [
      "The building's technicians and those who manage the building",
      { visibility: "staff", type: "Maintenance", unit: null },
    ],
    [
      "All tenants of the building, the building's technicians and those who manage the building",
      { visibility: "building", type: "Maintenance", unit: null },
    ],
  ])("reads: %s", (words, document) => {
    expect(seenBy(document)).toBe(words);
  });
});

describe("the preview", () => {
  it("fetches the shown file as a view, and renders it", async () => {
    const { sent } = await openDocument(documentOf({ files: [fileOf(2), fileOf(1)] }));
    await screen.findByText("Pages of insurance-2.pdf");
    expect(fileCalls(sent)).toEqual(["/api/documents/7/files/2?for=preview"]);
  });

  it("adds one's own view to the log at once", async () => {
    let respond: (file: Response) => void = () => {};
    const file = new Promise<Response>((resolve) => {
      respond = resolve;
    });
    const { sent } = await openDocument(documentOf(), { "GET /api/documents/7/files/1": () => file });
    await screen.findByText("Nobody has looked at it yet");
    const asked = () => sent.filter(({ path }) => path.startsWith("/api/documents/7/downloads")).length;
    expect(asked()).toBe(1);
    respond(new Response("%PDF-1.4"));
    await screen.findByText("Pages of insurance-1.pdf");
    await waitFor(() => expect(asked()).toBe(2));
  });

  it.each([
    ["password", "This PDF is protected with a password"],
    ["broken", "This PDF cannot be shown here"],
  ] as const)("a PDF that cannot be shown (%s) says why, and the download is there", async (why, words) => {
    opening.refuse = why;
    await openDocument(documentOf());
    await screen.findByText(words);
    expect(screen.getByRole("link", { name: "Download" })).toBeTruthy();
  });

  it("a PDF with pictures that cannot be rendered says so above its pages", async () => {
    opening.lacksPictures = true;
    await openDocument(documentOf());
    await screen.findByText("Pages of insurance-1.pdf");
    expect(screen.getByText("Some pictures of this file are not shown here")).toBeTruthy();
  });

  it("a file that could not be fetched can be retried", async () => {
    const { responses } = await openDocument(documentOf(), {
      "GET /api/documents/7/files/1": problem(503, "The files are not there for the moment."),
    });
    await screen.findByText("The preview could not be loaded.");
    expect(screen.getByText("The files are not there for the moment.")).toBeTruthy();
    responses["GET /api/documents/7/files/1"] = () => new Response("%PDF-1.4");
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Pages of insurance-1.pdf");
  });

  it("is not available for a Word file, and the download is offered", async () => {
    const mediaType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    const { sent } = await openDocument(
      documentOf({ files: [fileOf(1, { name: "house-rules.docx", mediaType })] }),
    );
    await screen.findByText("There is no preview of DOCX files");
    expect(screen.getByRole("link", { name: "Download" })).toBeTruthy();
    expect(fileCalls(sent)).toEqual([]);
  });

  it.each([
    ["waiting", "Being checked for viruses"],
    ["infected", "A virus was found in this file"],
  ] as const)("a file whose check is %s is neither shown nor to be taken", async (scan, words) => {
    const { sent } = await openDocument(documentOf({ files: [fileOf(1, { scan })] }));
    const preview = within(await screen.findByRole("region", { name: "Preview" }));
    expect(preview.getByText(words)).toBeTruthy();
    expect(screen.queryByRole("link", { name: /^Download/ })).toBeNull();
    expect(fileCalls(sent)).toEqual([]);
    expect(opening.opened).toBe(0);
  });

  it.each([
    [false, "Files are not scanned for viruses", 0],
    [true, "Not scanned yet", 1],
  ])(
    "a file that was never scanned, with a scanner: %s, is to be taken, and its page says: %s",
    async (filesAreScanned, words, count) => {
      await openDocument(documentOf({ files: [fileOf(1, { scan: "unscanned" })] }), {
        "GET /api/config": { ...publicConfig, filesAreScanned },
      });
      await (await facts()).findByText(words);
      expect((await versions()).queryAllByText("Not scanned for viruses yet")).toHaveLength(count);
      await screen.findByText("Pages of insurance-1.pdf");
      expect(screen.getByRole("link", { name: "Download" })).toBeTruthy();
    },
  );

  it("an earlier version has a note that it is not the current one", async () => {
    const { sent } = await openDocument(documentOf({ files: [fileOf(2), fileOf(1)] }));
    await userEvent.click((await versions()).getByRole("button", { name: "Show version 1" }));
    await screen.findByText("Pages of insurance-1.pdf");
    expect(fileCalls(sent).at(-1)).toBe("/api/documents/7/files/1?for=preview");
    expect(screen.getByText("This is version 1, which is not the present one")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Show the present one" }));
    await screen.findByText("Pages of insurance-2.pdf");
  });
});

describe("the view log", () => {
  it("names the person, action, version and time, ten at a time, with an export", async () => {
    const rows = Array.from({ length: 10 }, (_, at) => ({
      id: 40 - at,
      user: { id: 2, fullName: at === 0 ? "Maria Gonzales" : "Theo Technician" },
      number: 1,
      kind: at === 0 ? "download" : "preview",
      at: "2026-11-20T18:05:00Z",
    }));
    const { sent } = await openDocument(documentOf(), {
      "GET /api/documents/7/downloads": () => Response.json(rows, { headers: { "X-Total-Count": "12" } }),
    });
    const table = within(
      await screen.findByRole("table", { name: "Previews and downloads of this document" }),
    );
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
});
