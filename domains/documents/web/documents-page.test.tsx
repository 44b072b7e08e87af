import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { cleanBrowser, problem, publicConfig, type Sent, tenant } from "#web/testing/open-page.tsx";
import type { DocumentCard } from "../contract.ts";
import { buildings, cardOf, cardsOf, landlord, listCalls, openDocuments, partsOf } from "./testing/cards.ts";
import { variantOf } from "./type-badge.tsx";

cleanBrowser();

const open = (cards: readonly DocumentCard[], address = "/documents", user = tenant) =>
  openDocuments(user, { address, "GET /api/documents": partsOf(cards) });
const cards = async () =>
  within(await screen.findByRole("list", { name: "Documents" }))
    .getAllByRole("listitem")
    .filter((item) => within(item).queryByRole("heading") !== null);
const titles = async () => (await cards()).map((card) => within(card).getByRole("heading").textContent);
const one = async () => within((await cards())[0] as HTMLElement);
const loadMore = () => screen.queryByRole("button", { name: "Load More Documents" });

const mixed = [
  cardOf(4, { title: "Boiler manual", type: "Maintenance" }),
  cardOf(3, { title: "Fire insurance", type: "Insurance", property: { id: 2, name: "Canal House" } }),
  cardOf(2, { title: "House rules", type: "Other" }),
  cardOf(1, { title: "Lease of 101", type: "Lease" }),
];

describe("the documents page", () => {
  it("DOC-01 DOC-03 NAV-11 ROLE-04 has its title and one card per document", async () => {
    await open(cardsOf(3));
    await screen.findByRole("heading", { level: 1, name: "Documents" });
    expect(screen.getByText(/^Access the documents of your building/)).toBeTruthy();
    expect(await titles()).toEqual(["Paper number 3", "Paper number 2", "Paper number 1"]);
  });

  it("a card shows type, place, date and size, and opens the document", async () => {
    await open([cardOf(7, { unit: { id: 3, unitNumber: "101" }, visibility: "lease", leaseId: 9 })]);
    const card = await one();
    for (const text of ["Lease", "Added Jan 5, 2025", "Harborview Center, unit 101", "PDF · 2.4 MB"])
      expect(card.getByText(text)).toBeTruthy();
    expect(card.getByRole("link", { name: "Paper number 7" }).getAttribute("href")).toBe("/documents/7");
    // The audience is shown only to those who decide on it.
    expect(card.queryByText("Tenant of unit 101")).toBeNull();
  });

  it.each([
    ["Everyone in the building", {}],
    ["Tenant of unit 101", { visibility: "lease", unit: { id: 3, unitNumber: "101" } }],
    ["Staff only", { visibility: "staff" }],
  ] as const)("who manages the building reads who sees it: %s", async (words, more) => {
    await open([cardOf(1, more)], "/documents", landlord);
    expect((await one()).getByText(words)).toBeTruthy();
  });

  it.each([
    ["2026-11-20", "Expired Nov 20, 2026"],
    ["2026-11-21", "Expires today"],
    ["2026-11-22", "Expires tomorrow"],
    ["2027-01-20", "Expires in 60 days"],
    ["2027-01-21", "Valid until Jan 21, 2027"],
  ])("a last day %s reads %s", async (expiresOn, words) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 21, 12) });
    await open([cardOf(1, { expiresOn })]);
    expect((await one()).getByText(words)).toBeTruthy();
  });

  it("DASH-28 the button on a card downloads the file", async () => {
    await open([cardOf(7)]);
    const taken = vi.fn<(address: string | null) => void>();
    const listen = (event: MouseEvent) => {
      const link = (event.target as Element).closest("a");
      if (link?.hasAttribute("download") !== true) return;
      event.preventDefault();
      taken(link.getAttribute("href"));
    };
    document.addEventListener("click", listen);
    await userEvent.click((await one()).getByRole("button", { name: "Download Paper number 7" }));
    document.removeEventListener("click", listen);
    expect(taken).toHaveBeenCalledExactlyOnceWith("/api/documents/7/file");
  });

  it.each([
    ["waiting", "Being checked"],
    ["infected", "Removed: a virus was found"],
  ] as const)("a file that is %s says so and cannot be downloaded", async (scan, words) => {
    await open([cardOf(7, { file: { ...cardOf(7).file, scan } })]);
    expect((await one()).getByText(words)).toBeTruthy();
    expect((await one()).queryByRole("button", { name: /^Download/ })).toBeNull();
  });

  it("DOC-09 each type has its own badge variant, and other types the default one", async () => {
    const types = ["Lease", "Addendum", "Maintenance", "Contract", "Insurance", "Other"] as const;
    expect([...types, "Anything"].map(variantOf)).toEqual([
      "lease",
      "addendum",
      "maintenance",
      "contract",
      "insurance",
      "default",
      "default",
    ]);
    await open(types.map((type, at) => cardOf(9 - at, { type })));
    const badges = (await cards()).map((card, at) => within(card).getByText(types[at] as string));
    const looks = badges.map((badge) => badge.parentElement?.className);
    expect(new Set(looks).size).toBe(types.length);
  });

  it("DOC-07 CON-07 six placeholder cards are shown while the list loads", async () => {
    let response = (_: Response) => {};
    const later = new Promise<Response>((resolve) => {
      response = resolve;
    });
    const { container } = await openDocuments(tenant, { "GET /api/documents": () => later });
    await screen.findByText("Loading the documents");
    expect(container.querySelectorAll("[data-skeleton=card]")).toHaveLength(6);
    response(Response.json([]));
    await screen.findByText("No documents yet");
    expect(container.querySelectorAll("[data-skeleton=card]")).toHaveLength(0);
  });

  it("DOC-08 CON-07 of six documents all are shown, without a button for more", async () => {
    await open(cardsOf(6));
    expect(await cards()).toHaveLength(6);
    expect(screen.getByText("Showing 6 of 6")).toBeTruthy();
    expect(loadMore()).toBeNull();
  });

  it("DOC-08 CON-07 of seven documents six are shown until more are loaded", async () => {
    await open(cardsOf(7));
    expect(await cards()).toHaveLength(6);
    expect(screen.getByText("Showing 6 of 7")).toBeTruthy();
    await userEvent.click(loadMore() as HTMLElement);
    await waitFor(async () => expect(await cards()).toHaveLength(7));
    expect(loadMore()).toBeNull();
  });

  it("DOC-08 DOC-10 CON-20 more are loaded from the server, 24 at a time", async () => {
    const { sent } = await open(cardsOf(40));
    await cards();
    await userEvent.click(loadMore() as HTMLElement);
    await waitFor(async () => expect(await cards()).toHaveLength(30));
    expect(listCalls(sent)).toEqual(["/api/documents?limit=6", "/api/documents?limit=24&cursor=35"]);
    expect(screen.getByText("Showing 30 of 40")).toBeTruthy();
    await userEvent.click(loadMore() as HTMLElement);
    await waitFor(async () => expect(await cards()).toHaveLength(40));
    expect(loadMore()).toBeNull();
  });

  it("DOC-08 a response without X-Total-Count is the whole list, of which six are shown at first", async () => {
    const { sent } = await openDocuments(tenant, { "GET /api/documents": cardsOf(8) });
    expect(await cards()).toHaveLength(6);
    expect(screen.getByText("Showing 6 of 8")).toBeTruthy();
    await userEvent.click(loadMore() as HTMLElement);
    expect(await cards()).toHaveLength(8);
    expect(loadMore()).toBeNull();
    expect(listCalls(sent)).toHaveLength(1);
  });

  it("a search with very many results says so, and loads more as long as there are more", async () => {
    const response = ({ path }: Sent) => {
      const isFirst = !path.includes("cursor=");
      const headers = {
        "X-Total-Count": "more than 1,000",
        ...(isFirst ? { Link: '</api/documents?limit=6&cursor=35>; rel="next"' } : {}),
      };
      return Response.json(isFirst ? cardsOf(40).slice(0, 6) : cardsOf(34), { headers });
    };
    await openDocuments(tenant, { "GET /api/documents": response });
    await screen.findByText("Showing 6 of more than 1,000");
    await userEvent.click(loadMore() as HTMLElement);
    await waitFor(() => expect(loadMore()).toBeNull());
    expect(await cards()).toHaveLength(40);
  });

  it("when more cannot be loaded, the loaded ones stay, with an error message", async () => {
    let isBroken = true;
    const parts = partsOf(cardsOf(10));
    await openDocuments(tenant, {
      "GET /api/documents": (request: Sent) =>
        isBroken && request.path.includes("cursor=") ? problem(503, "Later.")() : parts(request),
    });
    await cards();
    await userEvent.click(loadMore() as HTMLElement);
    await screen.findByText("More documents could not be loaded. Please try again.");
    expect(await cards()).toHaveLength(6);
    isBroken = false;
    await userEvent.click(loadMore() as HTMLElement);
    await waitFor(async () => expect(await cards()).toHaveLength(10));
  });

  it("DOC-05 DOC-10 DOC-25 API-20 API-33 the type filter has all and six types, and queries the server", async () => {
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

  it("DOC-06 the search finds titles that contain the words, once typing pauses", async () => {
    const { sent } = await open(mixed);
    await cards();
    await userEvent.type(screen.getByRole("searchbox", { name: "Search documents" }), "boiler");
    await waitFor(async () => expect(await titles()).toEqual(["Boiler manual"]));
    expect(listCalls(sent)).toEqual(["/api/documents?limit=6", "/api/documents?q=boiler&limit=6"]);
    expect(location.search).toBe("?q=boiler");
  });

  it("the search looks inside the files: the passage is shown, and its document opens on that page", async () => {
    const pieces = [
      { text: "Turn the ", isHit: false },
      { text: "valve", isHit: true },
      { text: " to the left, and the other ", isHit: false },
      { text: "valve", isHit: true },
    ];
    await open(
      [cardOf(4, { title: "Manual about a valve", excerpt: { page: 12, pieces } })],
      "/documents?q=valve",
    );
    const card = await one();
    const [mark] = card.getAllByText("valve", { selector: "mark" });
    expect(mark?.parentElement?.textContent).toBe("Page 12: Turn the valve to the left, and the other valve");
    expect(card.getByRole("link", { name: "Manual about a valve" }).getAttribute("href")).toBe(
      "/documents/4?page=12&word=valve",
    );
  });

  it("DOC-06 on request only titles are searched", async () => {
    const { sent } = await open(mixed, "/documents?q=boiler");
    await cards();
    await userEvent.click(screen.getByRole("checkbox", { name: "Search titles only" }));
    await waitFor(() => expect(listCalls(sent).at(-1)).toBe("/api/documents?q=boiler&in=titles&limit=6"));
    expect(location.search).toBe("?q=boiler&in=titles");
  });

  it("the building filter is shown to users with several buildings, and is in the address", async () => {
    await open(mixed);
    await cards();
    await userEvent.selectOptions(screen.getByLabelText("Filter by building"), "Canal House");
    await waitFor(async () => expect(await titles()).toEqual(["Fire insurance"]));
    expect(location.search).toBe("?propertyId=2");
  });

  it("users with one building have no building filter", async () => {
    await openDocuments(tenant, {
      "GET /api/documents": partsOf(mixed),
      "GET /api/buildings": buildings.slice(0, 1),
    });
    await cards();
    expect(screen.queryByLabelText("Filter by building")).toBeNull();
  });

  it("an address with filters opens with them, and the export has them too", async () => {
    await open(mixed, "/documents?type=Maintenance&q=manual&propertyId=1");
    expect(await titles()).toEqual(["Boiler manual"]);
    expect(screen.getByRole("searchbox", { name: "Search documents" })).toHaveProperty("value", "manual");
    expect(screen.getByLabelText("Filter by type")).toHaveProperty("value", "Maintenance");
    expect(await screen.findByLabelText("Filter by building")).toHaveProperty("value", "1");
    const csv = screen.getByRole("link", { name: "Export documents as CSV" });
    expect(csv.getAttribute("href")).toBe("/api/documents.csv?q=manual&type=Maintenance&propertyId=1");
  });

  it("a search without matches can be cleared", async () => {
    await open(mixed, "/documents?q=unicorn");
    await userEvent.click(await screen.findByRole("button", { name: "Clear filters" }));
    await waitFor(async () => expect(await titles()).toHaveLength(4));
    expect(location.search).toBe("");
  });

  it("an empty list says what to do", async () => {
    await open([]);
    await screen.findByText("No documents yet");
    await userEvent.click(screen.getByRole("button", { name: "Upload your first document" }));
    expect(await screen.findByRole("heading", { name: "Upload New Document" })).toBeTruthy();
  });

  it("a pending user is told why the list is empty, and has neither upload nor trash", async () => {
    await open([], "/documents?upload=yes", { ...tenant, membership: "pending" });
    await screen.findByText(/once your account is approved/);
    const main = within(screen.getByRole("main"));
    expect(main.queryByRole("button", { name: /Upload/ })).toBeNull();
    expect(main.queryByRole("link", { name: "Trash" })).toBeNull();
  });

  it("a list that cannot be loaded says so and can be retried", async () => {
    let isDown = true;
    const parts = partsOf(mixed);
    await openDocuments(tenant, {
      "GET /api/documents": (request: Sent) => (isDown ? problem(503, "Later.")() : parts(request)),
    });
    await screen.findByText("The documents could not be loaded.");
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await cards()).toHaveLength(4);
  });

  it.each([
    ["landlord", false, 1],
    ["tenant", false, 0],
    ["landlord", true, 0],
  ] as const)(
    "to a %s, with files that are scanned: %s, the page says %i times that they are not",
    async (role, filesAreScanned, count) => {
      const config = { ...publicConfig, filesAreScanned };
      let wasAsked = () => {};
      const asked = new Promise<void>((resolve) => {
        wasAsked = resolve;
      });
      const parts = partsOf(mixed);
      await openDocuments(role === "tenant" ? tenant : landlord, {
        "GET /api/config": () => {
          wasAsked();
          return config;
        },
        // Answered after the config, so that the page has it before there are cards.
        "GET /api/documents": (request: Sent) => asked.then(() => parts(request)),
      });
      await cards();
      expect(screen.queryAllByText("Files are not scanned for viruses.")).toHaveLength(count);
    },
  );
});

describe("the trash of documents", () => {
  const trashed = (id: number, trashedAt: string) => ({
    ...cardOf(id),
    trashedAt,
    trashedBy: { id: 5, fullName: "Lena Landlord" },
  });

  it("lists deleted documents with the days left, and restores one, after which the page has the focus", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00Z") });
    let there = [trashed(8, "2026-11-21T11:00:00Z"), trashed(7, "2026-10-23T11:00:00Z")];
    await openDocuments(landlord, {
      address: "/documents?view=trash",
      "GET /api/document-trash": () =>
        Response.json(there, { headers: { "X-Total-Count": String(there.length) } }),
      "POST /api/documents/7/take-back": () => {
        there = there.slice(0, 1);
        return { ...cardOf(7), files: [], trashedAt: null, may: mayAll };
      },
    });
    await screen.findByText("Deleted Nov 21, 2026 by Lena Landlord");
    screen.getByText("30 days left");
    screen.getByText("Deleted Oct 23, 2026 by Lena Landlord");
    screen.getByText("1 day left");
    await userEvent.click(screen.getByRole("button", { name: "Restore Paper number 7" }));
    await waitFor(() => expect(screen.queryByText("Paper number 7")).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("main"));
    expect(await screen.findByText("Document Restored")).toBeTruthy();
  });

  it("is linked from the list, and says so when it is empty", async () => {
    await openDocuments(landlord, { "GET /api/document-trash": [] });
    await userEvent.click(await screen.findByRole("link", { name: "Trash" }));
    expect(await screen.findByText("The trash is empty")).toBeTruthy();
    await userEvent.click(within(screen.getByRole("main")).getByRole("link", { name: "Documents" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Documents" })).toBeTruthy();
  });

  const mayAll = { edit: true, chooseVisibility: true, readDownloads: true };
});
