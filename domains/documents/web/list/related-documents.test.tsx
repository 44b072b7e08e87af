import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { draft, lease, noTerms } from "#domains/leases/web/testing/leases.ts";
import { makeProperty, makeUnit } from "#domains/properties/web/testing/properties.ts";
import { type FakeResponses, openPortal, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import { buildings, landlord, listCalls, makeCard, makeCards, respondWithParts } from "../testing/cards.ts";

resetBrowser();
// Loads the pages before the first test waits for them.
beforeAll(
  () =>
    Promise.all([
      import("#domains/properties/web/property/property-page.tsx"),
      import("#domains/properties/web/unit/unit-page.tsx"),
      import("#domains/leases/web/lease/lease-page.tsx"),
      import("./documents-page.tsx"),
    ]),
  60_000,
);

/** Returns a page of the list like the server. */
const newest = (count: number) => () =>
  Response.json(makeCards(count).slice(0, 6), { headers: { "X-Total-Count": String(count) } });
const open = (address: string, responses: FakeResponses, session = landlord) =>
  openPortal(address, {
    session,
    responses: {
      "GET /api/properties/1": makeProperty(1, { name: "Mill House" }),
      "GET /api/properties": [],
      "GET /api/units/3": makeUnit(3, { unitNumber: "101", leases: [] }),
      "GET /api/leases/3": lease,
      "GET /api/leases/3/terms": noTerms,
      "GET /api/leases/3/history": [],
      "GET /api/work-orders": [],
      "GET /api/documents": newest(14),
      ...responses,
    },
  });
const link = async (name: string | RegExp) =>
  (await screen.findByRole("link", { name })).getAttribute("href");

describe("documents on the pages of properties, units, and leases", () => {
  it("a property lists its newest six documents, with links to all of them and to the upload form", async () => {
    const { sent } = await open("/properties/1?tab=documents", {});
    const list = within(await screen.findByRole("list", { name: "Documents for Mill House" }));
    expect(list.getAllByRole("listitem")).toHaveLength(6);
    expect(list.getByRole("link", { name: "Document number 14" }).getAttribute("href")).toBe("/documents/14");
    expect(listCalls(sent).at(-1)).toMatch(/propertyId=1&page=1&pageSize=6/);
    expect(await link("View all 14 documents")).toBe("/documents?propertyId=1");
    expect(await link("Upload")).toBe("/documents?upload=yes&propertyId=1");
  });

  it("a unit lists its own documents, and the upload form has its building and unit selected", async () => {
    const { sent } = await open("/units/3", {
      "GET /api/documents": [makeCard(8, { expiresOn: "2020-01-31", visibility: "staff" })],
    });
    const list = within(await screen.findByRole("list", { name: "Documents for unit 101" }));
    expect(list.getByText("Expired Jan 31, 2020")).toBeTruthy();
    expect(list.getByText(/Staff only/)).toBeTruthy();
    expect(list.getByRole("button", { name: "Download Document number 8" })).toBeTruthy();
    expect(listCalls(sent).at(-1)).toContain("unitId=3");
    expect(await link(/^Upload/)).toBe("/documents?upload=yes&propertyId=1&unitId=3");
    expect(await link(/^View all/)).toBe("/documents?unitId=3");
  });

  it("a tenant sees the lease's documents and uploads to the unit of the lease", async () => {
    const units = [
      { ...lease.units[0], id: 6, unitNumber: "201", from: "2025-05-01", to: "2026-03-31", status: "vacant" },
      { id: 7, unitNumber: "202", from: "2025-05-01", to: null, status: "occupied" },
    ];
    const responses = { "GET /api/leases/3": { ...lease, units } };
    const { sent } = await open("/leases/3?tab=documents", responses, tenant);
    const list = within(await screen.findByRole("list", { name: "Documents for this lease" }));
    expect(list.queryByText(/Everyone in the building/)).toBeNull();
    expect(listCalls(sent).at(-1)).toContain("leaseId=3");
    expect(await link("Upload")).toBe("/documents?upload=yes&propertyId=1&unitId=7");
    expect(await link("View all 14 documents")).toBe("/documents?leaseId=3");
  });

  it("an ended lease shows its documents but no upload link", async () => {
    await open("/leases/3?tab=documents", { "GET /api/leases/3": { ...lease, state: "ended" } });
    await screen.findByRole("list", { name: "Documents for this lease" });
    expect(screen.queryByRole("link", { name: "Upload" })).toBeNull();
  });

  it("a draft lease shows its documents but no ledger", async () => {
    await open("/leases/13", {
      "GET /api/leases/13": draft,
      "GET /api/leases/13/terms": { ...noTerms, leaseId: 13 },
      "GET /api/leases/13/history": [],
    });
    expect(await screen.findByRole("tab", { name: "Documents" })).toBeTruthy();
    expect(screen.queryByRole("tab", { name: "Ledger" })).toBeNull();
  });

  it("an empty list of documents and a failed request each show a message", async () => {
    let isAway = true;
    await open("/properties/1?tab=documents", {
      "GET /api/documents": () => (isAway ? problem(503, "Please try again later.") : Response.json([])),
    });
    await screen.findByText("Couldn't load documents.");
    isAway = false;
    await userEvent.click(within(screen.getByRole("tabpanel")).getByRole("button", { name: "Try again" }));
    await screen.findByText("Documents uploaded here will appear in this list.");
    expect(await link("Upload")).toBe("/documents?upload=yes&propertyId=1");
  });
});

it("a document list opened from a lease's link shows the lease as a filter, which can be cleared", async () => {
  const { sent } = await open("/documents?leaseId=3", {
    "GET /api/documents": respondWithParts(makeCards(2)),
    "GET /api/buildings": buildings,
  });
  await screen.findByText("Showing documents for one lease only.");
  expect(listCalls(sent).at(-1)).toContain("leaseId=3");
  await userEvent.click(screen.getByRole("button", { name: "Show all" }));
  await screen.findByText("Showing 2 of 2");
  expect(location.search).toBe("");
  expect(listCalls(sent).at(-1)).not.toContain("leaseId");
});
