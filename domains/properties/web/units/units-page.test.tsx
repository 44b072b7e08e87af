import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { problem, resetBrowser, type SentRequest } from "#web/testing/open-page.tsx";
import type { UnitWithProperty } from "../../contract.ts";
import { calls, landlord, openAs } from "../testing/properties.ts";

resetBrowser();

const unit = (id: number, overrides: Partial<UnitWithProperty> = {}): UnitWithProperty => ({
  id,
  propertyId: 1,
  unitNumber: String(100 + id),
  type: "office",
  status: "vacant",
  suite: "210",
  floor: "2",
  sizeSqft: 1100,
  rentableSqft: 1200,
  areaSqft: 1200,
  rent: 250_000,
  property: { id: 1, name: "Canal House" },
  ...overrides,
});
const list =
  (rows: UnitWithProperty[], total = rows.length) =>
  () =>
    Response.json(rows, { headers: { "X-Total-Count": String(total) } });
const open = (units: unknown, address = "/units") => openAs(landlord, address, { "GET /api/units": units });
const readQueries = (sent: readonly SentRequest[]) =>
  calls(sent, "GET /api/units").map(({ path }) => path.split("?")[1] ?? "");

describe("the units list", () => {
  it("DASH-29 a link from the chart opens the units with that occupancy, each with a link to its page", async () => {
    const { sent } = await open(
      list([unit(1), unit(2, { areaSqft: null, nextLeaseStartsOn: "2026-12-15" })]),
      "/units?occupancy=vacant",
    );
    const table = within(await screen.findByRole("table", { name: "Units" }));
    expect(readQueries(sent)).toEqual(["occupancy=vacant&page=1&pageSize=25"]);
    expect(screen.getByRole("tab", { name: "Vacant" }).getAttribute("aria-selected")).toBe("true");
    const [, first] = table.getAllByRole("row");
    for (const text of [
      "suite 210, floor 2",
      "Canal House",
      "Office Space",
      "1,200 sq ft",
      "$2,500.00",
      "Vacant",
    ])
      expect(within(first as HTMLElement).getByText(text)).toBeTruthy();
    expect(table.getByText("Vacant, leased from Dec 15, 2026")).toBeTruthy();
    expect(table.getByRole("link", { name: "101" }).getAttribute("href")).toBe("/units/1");
  });

  it("the link from a property shows only that property's units until another property is selected", async () => {
    const { sent } = await openAs(landlord, "/units?occupancy=vacant&propertyId=1", {
      "GET /api/units": list([unit(1)]),
      "GET /api/buildings": [1, 2].map((id) => ({ id, name: `House ${id}`, address: "", image: null })),
    });
    await screen.findByRole("table", { name: "Units" });
    await userEvent.selectOptions(await screen.findByLabelText("Property"), "2");
    await waitFor(() =>
      expect(readQueries(sent)).toEqual([
        "occupancy=vacant&propertyId=1&page=1&pageSize=25",
        "occupancy=vacant&propertyId=2&page=1&pageSize=25",
      ]),
    );
  });

  it("selecting a tab requests the units with that occupancy and keeps the tab in the URL", async () => {
    const { sent } = await open(list([unit(1, { status: "occupied" })]));
    await screen.findByRole("table", { name: "Units" });
    await userEvent.click(screen.getByRole("tab", { name: "Occupied" }));
    await waitFor(() => expect(readQueries(sent).at(-1)).toBe("occupancy=occupied&page=1&pageSize=25"));
    expect(`${location.pathname}${location.search}`).toBe("/units?occupancy=occupied");
  });

  it("the units list is paginated", async () => {
    const { sent } = await open(
      list(
        Array.from({ length: 25 }, (_, index) => unit(index + 1)),
        60,
      ),
    );
    await screen.findByText("Showing 1 to 25 of 60 units");
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await waitFor(() => expect(readQueries(sent).at(-1)).toBe("page=2&pageSize=25"));
  });

  it("the units list opens the last page if the requested page no longer exists", async () => {
    const response = ({ path }: SentRequest) => list(path.includes("page=2&") ? [unit(1)] : [], 26)();
    await open(response, "/units?occupancy=vacant&page=9");
    await screen.findByText("Showing 26 to 26 of 26 units");
    expect(`${location.pathname}${location.search}`).toBe("/units?occupancy=vacant&page=2");
  });

  it("the units list shows a message if it's empty or the request fails", async () => {
    const { unmount } = await open(list([]));
    const none = (await screen.findByText("No units yet")).closest("section") as HTMLElement;
    expect(within(none).getByRole("link", { name: "Add Unit" }).getAttribute("href")).toBe("/add-unit");
    unmount();
    await open(problem(500, "Something broke."));
    expect(await screen.findByText("Couldn't load the units.")).toBeTruthy();
  });
});
