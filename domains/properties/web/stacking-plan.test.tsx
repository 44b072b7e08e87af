import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { openDashboard, stackingPlan } from "#domains/dashboard/web/testing/dashboard.ts";
import { admin, problem, resetBrowser } from "#web/testing/open-page.tsx";
import type { StackedUnit } from "../contract.ts";

resetBrowser();

const unit = (id: number, unitNumber: string, overrides: Partial<StackedUnit> = {}): StackedUnit => ({
  id,
  unitNumber,
  floor: unitNumber.slice(0, 1),
  areaSqft: 1_000,
  status: "occupied",
  state: "occupied",
  lease: { company: "Harbor Lane Coffee", to: "2027-01-31", monthlyRentCents: 230_750, units: 1 },
  ...overrides,
});
const units = [
  unit(3, "101"),
  unit(4, "201", { state: "overdue", areaSqft: 2_200 }),
  unit(5, "202", {
    state: "ending",
    lease: { company: "Salish Architects", to: null, monthlyRentCents: 500_000, units: 2 },
  }),
  unit(6, "203", { state: "vacant", status: "vacant", lease: null, areaSqft: null }),
  unit(7, "301", { state: "other", status: "renovation", lease: null }),
];
const open = (plan: unknown) => openDashboard(admin, { "GET /api/properties/1/stacking-plan": plan });

describe("a stacking plan", () => {
  it("DASH-29 a stacking plan has a row per floor, with labeled blocks that open their units", async () => {
    await open({ occupied: 3, vacant: 1, other: 1, units });
    const floors = within(await screen.findByRole("list", { name: "Units by floor" })).getAllByRole(
      "listitem",
    );
    expect(floors.map((floor) => floor.getAttribute("aria-label"))).toEqual([
      "Floor 3",
      "Floor 2",
      "Floor 1",
    ]);
    const blocks = floors.flatMap((floor) => within(floor).getAllByRole("link"));
    expect(blocks.map((block) => [block.getAttribute("aria-label"), block.getAttribute("href")])).toEqual([
      ["Unit 301, Under Renovation", "/units/7"],
      ["Unit 201, Harbor Lane Coffee, overdue", "/units/4"],
      ["Unit 202, Salish Architects, ends soon", "/units/5"],
      ["Unit 203, Vacant", "/units/6"],
      ["Unit 101, Harbor Lane Coffee", "/units/3"],
    ]);
    expect(blocks[1]?.title).toBe(
      "Harbor Lane Coffee, overdue · 2,200 sq ft · $2,307.50 a month · ends Jan 31, 2027",
    );
    // The entrance is next to the only unit on the first floor.
    expect(floors[2]?.textContent).toBe("1101Lobby");
    expect(floors[0]?.textContent).toBe("3301");
  });

  it("for screen readers, a table lists each unit's tenant, area, rent, and end date", async () => {
    await open({ occupied: 3, vacant: 1, other: 1, units });
    const [, ...rows] = within(await screen.findByRole("table", { name: "Units" })).getAllByRole("row");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "101Harbor Lane Coffee1,000 sq ft$2,307.50 a monthends Jan 31, 2027",
      "201Harbor Lane Coffee, overdue2,200 sq ft$2,307.50 a monthends Jan 31, 2027",
      "202Salish Architects, ends soon1,000 sq ft$5,000.00 a month for 2 units",
      "203Vacant",
      "301Under Renovation1,000 sq ft",
    ]);
  });

  it("DASH-29 the stacking plan's key counts the units of each occupancy and links to their lists", async () => {
    await open({ occupied: 3, vacant: 1, other: 1, units });
    const key = within(await screen.findByRole("list", { name: "Occupancy" }));
    expect(key.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Occupied 3",
      "Overdue 1",
      "Ends soon 1",
      "Vacant 1",
      "Unavailable 1",
    ]);
    expect(key.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/units?occupancy=occupied&propertyId=1",
      "/units?occupancy=vacant&propertyId=1",
      "/units?occupancy=other&propertyId=1",
    ]);
  });

  it("the stacking plan shows only counts if there are very many units, and offers to add units if there are none", async () => {
    const { responses } = await open({ occupied: 4_000, vacant: 1_000, other: 0, units: null });
    expect(await screen.findByText("Occupied 4,000")).toBeTruthy();
    expect(screen.queryByRole("list", { name: "Units by floor" })).toBeNull();
    cleanup();
    await openDashboard(admin, {
      ...responses,
      "GET /api/properties/1/stacking-plan": { occupied: 0, vacant: 0, other: 0, units: [] },
    });
    const building = within(await screen.findByRole("region", { name: "Building overview" }));
    expect((await building.findByRole("link", { name: "Add Unit" })).getAttribute("href")).toBe(
      "/add-unit?propertyId=1",
    );
  });

  it("a stacking plan that fails to load can be loaded again", async () => {
    let isDown = true;
    await open(() => (isDown ? problem(503, "Later.")() : stackingPlan));
    const failure = await screen.findByText("Couldn't load the units.");
    isDown = false;
    await userEvent.click(within(failure).getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("list", { name: "Units by floor" })).toBeTruthy();
  });
});
