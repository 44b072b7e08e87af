import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { problem, publicConfig, resetBrowser, type SentRequest, tenant } from "#web/testing/open-page.tsx";
import type { DocumentCard } from "../../contract.ts";
import {
  buildings,
  landlord,
  listCalls,
  makeCard,
  makeCards,
  openDocuments,
  respondWithParts,
} from "../testing/cards.ts";
import { getVariant } from "../type-badge.tsx";

resetBrowser();

const open = (cards: readonly DocumentCard[], address = "/documents", user = tenant) =>
  openDocuments(user, { address, "GET /api/documents": respondWithParts(cards) });
const cards = async () =>
  within(await screen.findByRole("list", { name: "Documents" }))
    .getAllByRole("listitem")
    .filter((item) => within(item).queryByRole("heading") !== null);
const titles = async () => (await cards()).map((card) => within(card).getByRole("heading").textContent);
const firstCard = async () => within((await cards())[0] as HTMLElement);
const loadMore = () => screen.queryByRole("button", { name: "Load More Documents" });

const mixed = [
  makeCard(4, { title: "Boiler manual", type: "Maintenance" }),
  makeCard(3, {
    title: "Fire insurance",
    type: "Insurance",
    property: { ...makeCard(1).property, id: 2, name: "Canal House" },
  }),
  makeCard(2, { title: "House rules", type: "Other" }),
  makeCard(1, { title: "Lease of 101", type: "Lease" }),
];

describe("the documents page", () => {
  it("DOC-01 DOC-03 NAV-11 ROLE-04 the documents page has its title and one card per document", async () => {
    await open(makeCards(3));
    await screen.findByRole("heading", { level: 1, name: "Documents" });
    expect(screen.getByText(/^Find leases, certificates, contracts, and other documents/)).toBeTruthy();
    expect(await titles()).toEqual(["Document number 3", "Document number 2", "Document number 1"]);
  });

  it("a document's card shows type, property, date, and size and opens the document", async () => {
    await open([makeCard(7, { unit: { id: 3, unitNumber: "101" }, visibility: "lease", leaseId: 9 })]);
    const card = await firstCard();
    for (const text of ["Lease", "Added Jan 5, 2025", "Harborview Center, unit 101", "PDF · 2.4 MB"])
      expect(card.getByText(text)).toBeTruthy();
    expect(card.getByRole("link", { name: "Document number 7" }).getAttribute("href")).toBe("/documents/7");
    // The audience is shown only to people who decide on it.
    expect(card.queryByText("Tenant of unit 101")).toBeNull();
  });

  it.each([
    ["Everyone in the building", {}],
    ["Tenant of unit 101", { visibility: "lease", unit: { id: 3, unitNumber: "101" } }],
    ["Staff only", { visibility: "staff" }],
  ] as const)("managers see a document's audience: %s", async (words, overrides) => {
    await open([makeCard(1, overrides)], "/documents", landlord);
    expect((await firstCard()).getByText(words)).toBeTruthy();
  });

  it.each([
    ["2026-11-20", "Expired Nov 20, 2026"],
    ["2026-11-21", "Expires today"],
    ["2026-11-22", "Expires tomorrow"],
    ["2027-01-20", "Expires in 60 days"],
    ["2027-01-21", "Expires Jan 21, 2027"],
  ])("on a document's card, the expiration date %s reads %s", async (expiresOn, words) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 21, 12) });
    await open([makeCard(1, { expiresOn })]);
    expect((await firstCard()).getByText(words)).toBeTruthy();
  });

  it("DASH-28 the button on a document's card downloads the file", async () => {
    await open([makeCard(7)]);
    const taken = vi.fn<(address: string | null) => void>();
    const listen = (event: MouseEvent) => {
      const link = (event.target as Element).closest("a");
      if (link?.hasAttribute("download") !== true) return;
      event.preventDefault();
      taken(link.getAttribute("href"));
    };
    document.addEventListener("click", listen);
    await userEvent.click((await firstCard()).getByRole("button", { name: "Download Document number 7" }));
    document.removeEventListener("click", listen);
    expect(taken).toHaveBeenCalledExactlyOnceWith("/api/documents/7/file");
  });

  it.each([
    ["waiting", "Scanning"],
    ["infected", "Removed (virus found)"],
  ] as const)("a document whose file is %s shows a note and can't be downloaded", async (scan, words) => {
    await open([makeCard(7, { file: { ...makeCard(7).file, scan } })]);
    expect((await firstCard()).getByText(words)).toBeTruthy();
    expect((await firstCard()).queryByRole("button", { name: /^Download/ })).toBeNull();
  });

  it("the documents page can show documents as a table with place, audience, and expiration, and remembers the choice", async () => {
    const card = makeCard(7, { title: "Fire insurance", expiresOn: "2020-01-05", visibility: "staff" });
    const first = await open([card], "/documents", landlord);
    await firstCard();
    await userEvent.click(screen.getByRole("radio", { name: "Table" }));
    const table = within(await screen.findByRole("table", { name: "Documents" }));
    for (const text of ["Fire insurance", "Harborview Center", "Staff only", "Added", "Visible to"])
      expect(table.getByText(text)).toBeTruthy();
    expect(table.getByText(/^Expired/)).toBeTruthy();
    expect(table.getByRole("button", { name: "Download Fire insurance" })).toBeTruthy();
    first.unmount();
    await open([card], "/documents", landlord);
    expect(await screen.findByRole("table", { name: "Documents" })).toBeTruthy();
  });

  it("DOC-09 each document type has its own badge variant, and other types use the default", async () => {
    const types = ["Lease", "Addendum", "Maintenance", "Contract", "Insurance", "Other"] as const;
    expect([...types, "Anything"].map(getVariant)).toEqual([
      "lease",
      "addendum",
      "maintenance",
      "contract",
      "insurance",
      "default",
      "default",
    ]);
    await open(types.map((type, index) => makeCard(9 - index, { type })));
    const badges = (await cards()).map((card, index) => within(card).getByText(types[index] as string));
    const styles = badges.map((badge) => badge.parentElement?.className);
    expect(new Set(styles).size).toBe(types.length);
  });

  it("DOC-07 CON-07 six placeholder cards are shown while the documents load", async () => {
    let response = (_: Response) => {};
    const later = new Promise<Response>((resolve) => {
      response = resolve;
    });
    const { container } = await openDocuments(tenant, { "GET /api/documents": () => later });
    await screen.findByText("Loading documents");
    expect(container.querySelectorAll("[data-skeleton=card]")).toHaveLength(6);
    response(Response.json([]));
    await screen.findByText("No documents yet");
    expect(container.querySelectorAll("[data-skeleton=card]")).toHaveLength(0);
  });

  it("DOC-08 CON-07 six documents are all shown, without a button for more", async () => {
    await open(makeCards(6));
    expect(await cards()).toHaveLength(6);
    expect(screen.getByText("Showing 6 of 6")).toBeTruthy();
    expect(loadMore()).toBeNull();
  });

  it("DOC-08 CON-07 six of seven documents are shown until more are loaded", async () => {
    await open(makeCards(7));
    expect(await cards()).toHaveLength(6);
    expect(screen.getByText("Showing 6 of 7")).toBeTruthy();
    await userEvent.click(loadMore() as HTMLElement);
    await waitFor(async () => expect(await cards()).toHaveLength(7));
    expect(loadMore()).toBeNull();
  });

  it("DOC-08 DOC-10 CON-20 more documents are loaded from the server, 24 at a time", async () => {
    const { sent } = await open(makeCards(40));
    await cards();
    await userEvent.click(loadMore() as HTMLElement);
    await waitFor(async () => expect(await cards()).toHaveLength(30));
    expect(listCalls(sent)).toEqual(["/api/documents?limit=6", "/api/documents?limit=24&cursor=35"]);
    expect(screen.getByText("Showing 30 of 40")).toBeTruthy();
    await userEvent.click(loadMore() as HTMLElement);
    await waitFor(async () => expect(await cards()).toHaveLength(40));
    expect(loadMore()).toBeNull();
  });

  it("DOC-08 a response without X-Total-Count is the whole list of documents, and the first six are shown", async () => {
    const { sent } = await openDocuments(tenant, { "GET /api/documents": makeCards(8) });
    expect(await cards()).toHaveLength(6);
    expect(screen.getByText("Showing 6 of 8")).toBeTruthy();
    await userEvent.click(loadMore() as HTMLElement);
    expect(await cards()).toHaveLength(8);
    expect(loadMore()).toBeNull();
    expect(listCalls(sent)).toHaveLength(1);
  });

  it("a document search with very many results says so and loads more as long as there are more", async () => {
    const response = ({ path }: SentRequest) => {
      const isFirst = !path.includes("cursor=");
      const headers = {
        "X-Total-Count": "10,000+",
        ...(isFirst ? { Link: '</api/documents?limit=6&cursor=35>; rel="next"' } : {}),
      };
      return Response.json(isFirst ? makeCards(40).slice(0, 6) : makeCards(34), { headers });
    };
    await openDocuments(tenant, { "GET /api/documents": response });
    await screen.findByText("Showing 6 of 10,000+");
    await userEvent.click(loadMore() as HTMLElement);
    await waitFor(() => expect(loadMore()).toBeNull());
    expect(await cards()).toHaveLength(40);
  });

  it("if more documents can't be loaded, the loaded documents stay, with an error message", async () => {
    let isBroken = true;
    const parts = respondWithParts(makeCards(10));
    await openDocuments(tenant, {
      "GET /api/documents": (request: SentRequest) =>
        isBroken && request.path.includes("cursor=") ? problem(503, "Later.")() : parts(request),
    });
    await cards();
    await userEvent.click(loadMore() as HTMLElement);
    await screen.findByText("Couldn't load more documents. Please try again.");
    expect(await cards()).toHaveLength(6);
    isBroken = false;
    await userEvent.click(loadMore() as HTMLElement);
    await waitFor(async () => expect(await cards()).toHaveLength(10));
  });

  it("DOC-05 DOC-10 DOC-25 API-20 API-33 the type filter offers all types and each of six types, and queries the server", async () => {
    const { sent } = await open(mixed);
    await cards();
    const filter = screen.getByLabelText("Filter by type");
    const options = within(filter)
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
    expect(options).toEqual([
      "All Types",
      "Lease",
      "Addendum",
      "Maintenance",
      "Contract",
      "Insurance",
      "Other",
    ]);
    await userEvent.selectOptions(filter, "Insurance");
    await waitFor(async () => expect(await titles()).toEqual(["Fire insurance"]));
    expect(listCalls(sent).at(-1)).toBe("/api/documents?type=Insurance&limit=6");
    expect(location.search).toBe("?type=Insurance");
  });

  it("DOC-06 once typing pauses, the document search finds titles that contain the words", async () => {
    const { sent } = await open(mixed);
    await cards();
    await userEvent.type(screen.getByRole("searchbox", { name: "Search documents" }), "boiler");
    await waitFor(async () => expect(await titles()).toEqual(["Boiler manual"]));
    expect(listCalls(sent)).toEqual(["/api/documents?limit=6", "/api/documents?q=boiler&limit=6"]);
    expect(location.search).toBe("?q=boiler");
  });

  it("the document search looks inside files, shows the passage, and opens the document at that page", async () => {
    const pieces = [
      { text: "Turn the ", isHit: false },
      { text: "valve", isHit: true },
      { text: " to the left, and the other ", isHit: false },
      { text: "valve", isHit: true },
    ];
    await open(
      [makeCard(4, { title: "Manual about a valve", excerpt: { page: 12, pieces } })],
      "/documents?q=valve",
    );
    const card = await firstCard();
    const [mark] = card.getAllByText("valve", { selector: "mark" });
    expect(mark?.parentElement?.textContent).toBe("Page 12: Turn the valve to the left, and the other valve");
    expect(card.getByRole("link", { name: "Manual about a valve" }).getAttribute("href")).toBe(
      "/documents/4?page=12&word=valve",
    );
  });

  it("DOC-06 the document search can be limited to titles", async () => {
    const { sent } = await open(mixed, "/documents?q=boiler");
    await cards();
    await userEvent.click(screen.getByRole("checkbox", { name: "Search titles only" }));
    await waitFor(() => expect(listCalls(sent).at(-1)).toBe("/api/documents?q=boiler&in=titles&limit=6"));
    expect(location.search).toBe("?q=boiler&in=titles");
  });

  it("users with several buildings see a building filter, which is kept in the URL", async () => {
    await open(mixed);
    await cards();
    await userEvent.selectOptions(screen.getByLabelText("Filter by building"), "Canal House");
    await waitFor(async () => expect(await titles()).toEqual(["Fire insurance"]));
    expect(location.search).toBe("?propertyId=2");
  });

  it("users with one building have no building filter", async () => {
    await openDocuments(tenant, {
      "GET /api/documents": respondWithParts(mixed),
      "GET /api/buildings": buildings.slice(0, 1),
    });
    await cards();
    expect(screen.queryByLabelText("Filter by building")).toBeNull();
  });

  it("a URL with filters opens the filtered list, and the export uses the same filters", async () => {
    await open(mixed, "/documents?type=Maintenance&q=manual&propertyId=1");
    expect(await titles()).toEqual(["Boiler manual"]);
    expect(screen.getByRole("searchbox", { name: "Search documents" })).toHaveProperty("value", "manual");
    expect(screen.getByLabelText("Filter by type")).toHaveProperty("value", "Maintenance");
    expect(await screen.findByLabelText("Filter by building")).toHaveProperty("value", "1");
    const csv = screen.getByRole("link", { name: "Export documents as CSV" });
    expect(csv.getAttribute("href")).toBe("/api/documents.csv?q=manual&type=Maintenance&propertyId=1");
  });

  it("a document search without matches can be cleared", async () => {
    await open(mixed, "/documents?q=unicorn");
    await userEvent.click(await screen.findByRole("button", { name: "Clear filters" }));
    await waitFor(async () => expect(await titles()).toHaveLength(4));
    expect(location.search).toBe("");
  });

  it("an empty document list says what to do", async () => {
    await open([]);
    await screen.findByText("No documents yet");
    await userEvent.click(screen.getByRole("button", { name: "Upload your first document" }));
    expect(await screen.findByRole("heading", { name: "Upload New Document" })).toBeTruthy();
  });

  it("a user pending approval sees why the document list is empty and has neither upload nor trash", async () => {
    await open([], "/documents?upload=yes", { ...tenant, membership: "pending" });
    await screen.findByText(/once your account is approved/);
    const main = within(screen.getByRole("main"));
    expect(main.queryByRole("button", { name: /Upload/ })).toBeNull();
    expect(main.queryByRole("link", { name: "Trash" })).toBeNull();
  });

  it("a document list that can't be loaded shows an error and can be retried", async () => {
    let isDown = true;
    const parts = respondWithParts(mixed);
    await openDocuments(tenant, {
      "GET /api/documents": (request: SentRequest) => (isDown ? problem(503, "Later.")() : parts(request)),
    });
    await screen.findByText("Couldn't load documents.");
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await cards()).toHaveLength(4);
  });

  it.each([
    ["a landlord sees that virus scanning is off", "landlord", false, 1],
    ["a tenant doesn't see that virus scanning is off", "tenant", false, 0],
    ["a landlord sees no note while virus scanning is on", "landlord", true, 0],
  ] as const)("on the documents page, %s", async (_, role, filesAreScanned, count) => {
    const config = { ...publicConfig, filesAreScanned };
    let wasAsked = () => {};
    const requested = new Promise<void>((resolve) => {
      wasAsked = resolve;
    });
    const parts = respondWithParts(mixed);
    await openDocuments(role === "tenant" ? tenant : landlord, {
      "GET /api/config": () => {
        wasAsked();
        return config;
      },
      // Responds after the config, so that the page has it before there are cards.
      "GET /api/documents": (request: SentRequest) => requested.then(() => parts(request)),
    });
    await cards();
    expect(screen.queryAllByText("Virus scanning is off.")).toHaveLength(count);
  });
});

describe("the trash of documents", () => {
  const trashed = (id: number, trashedAt: string) => ({
    ...makeCard(id),
    trashedAt,
    trashedBy: { id: 5, fullName: "Lena Landlord" },
  });

  it("the trash lists deleted documents with the days left, and after one is restored, focus moves to the page", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00Z") });
    let there = [trashed(8, "2026-11-21T11:00:00Z"), trashed(7, "2026-10-23T11:00:00Z")];
    await openDocuments(landlord, {
      address: "/documents?view=trash",
      "GET /api/document-trash": () =>
        Response.json(there, { headers: { "X-Total-Count": String(there.length) } }),
      "POST /api/documents/7/restore": () => {
        there = there.slice(0, 1);
        return { ...makeCard(7), files: [], trashedAt: null, can: canAll };
      },
    });
    await screen.findByText("Deleted Nov 21, 2026 by Lena Landlord");
    screen.getByText("30 days left");
    screen.getByText("Deleted Oct 23, 2026 by Lena Landlord");
    screen.getByText("1 day left");
    await userEvent.click(screen.getByRole("button", { name: "Restore Document number 7" }));
    await waitFor(() => expect(screen.queryByText("Document number 7")).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("main"));
    expect(await screen.findByText("Document Restored")).toBeTruthy();
  });

  it("the documents page links to the trash, which shows a message when it's empty", async () => {
    await openDocuments(landlord, { "GET /api/document-trash": [] });
    await userEvent.click(await screen.findByRole("link", { name: "Trash" }));
    expect(await screen.findByText("The trash is empty")).toBeTruthy();
    await userEvent.click(within(screen.getByRole("main")).getByRole("link", { name: "Documents" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Documents" })).toBeTruthy();
  });

  const canAll = { edit: true, chooseVisibility: true, readDownloads: true };
});
