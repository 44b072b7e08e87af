import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import {
  conflict,
  type FakeResponses,
  problem,
  resetBrowser,
  type SentRequest,
} from "#web/testing/open-page.tsx";
import type { PropertyOverview } from "../../contract.ts";
import { calls, expectToast, landlord, makeProperty, makeUnit, openAs } from "../testing/properties.ts";

resetBrowser();

const house = makeProperty(1, { name: "Mill House", yearBuilt: 1998, unitCount: 1 });
const row = {
  ...makeUnit(3),
  unitNumber: "101",
  status: "occupied",
  tenant: "Harbor Lane Coffee",
  leaseId: 8,
};
const overview: PropertyOverview = {
  currentLeases: 8,
  comingLeases: 1,
  monthlyRentCents: 2_345_678,
  overdueCents: 230_750,
  overdueLeases: 1,
  occupied: 8,
  vacant: 1,
  other: 1,
  squareFeet: 16_000,
  occupiedSquareFeet: 12_400,
  vacantSquareFeet: 1_140,
};
const baseResponses: FakeResponses = {
  "GET /api/properties/1": house,
  "GET /api/properties/1/units": [row],
  "GET /api/properties/1/overview": overview,
  "GET /api/properties/1/stacking-plan": { occupied: 1, vacant: 0, other: 0, units: null },
  "GET /api/properties": [house],
  "GET /api/work-orders": [],
  "GET /api/documents": [],
};
const open = (responses: FakeResponses = {}, address = "/properties/1") =>
  openAs(landlord, address, { ...baseResponses, ...responses });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const remove = async () => {
  await press("More actions for Mill House");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
};
const changed = (name: string, current: unknown) =>
  conflict(`Ada Admin changed ${name} after you opened it.`, current);

describe("the property page", () => {
  it("PROP-12 the property page shows its details and its units with status and tenant", async () => {
    await open();
    await screen.findByRole("heading", { name: "Mill House", level: 1 });
    expect(screen.getByText("1 Mill Street, Seattle, WA 98101")).toBeTruthy();
    expect(screen.getByText("1998")).toBeTruthy();
    const table = within(await screen.findByRole("table", { name: "Units at Mill House" }));
    expect(table.getByText("Occupied")).toBeTruthy();
    expect(table.getByText("$1,250.50")).toBeTruthy();
    expect(table.getByRole("link", { name: "Harbor Lane Coffee" }).getAttribute("href")).toBe("/leases/8");
    expect(table.getByRole("link", { name: "101" }).getAttribute("href")).toBe("/units/3");
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "Add Unit" }).getAttribute("href")).toBe("/add-unit?propertyId=1");
  });

  it("the property page links its key figures to the lists they count", async () => {
    await open();
    const figures = await screen.findByRole("list", { name: "Key figures" });
    expect(
      within(figures)
        .getAllByRole("link")
        .map((link) => [link.textContent, link.getAttribute("href")]),
    ).toEqual([
      ["Overdue$2,307.50Across 1 lease", "/reports/aged?overdue=yes&propertyId=1"],
      ["Monthly rent$23,456.78From current leases", "/reports/rent-roll?propertyId=1"],
      ["Current leases8Active today", "/leases?state=current&propertyId=1"],
      ["Upcoming leases1Start later", "/leases?state=coming&propertyId=1"],
      ["Occupied area78%12,400 sq ft", "/units?occupancy=occupied&propertyId=1"],
      ["Occupied units80%8 of 10 units", "/units?occupancy=occupied&propertyId=1"],
      ["Vacant1,140 sq ft1 unit", "/units?occupancy=vacant&propertyId=1"],
      ["Total area16,000 sq ft10 units, 1 unavailable", "/units?propertyId=1"],
    ]);
  });

  it("key figures that fail to load show a message and can be loaded again", async () => {
    let attempts = 0;
    await open({
      "GET /api/properties/1/overview": () =>
        ++attempts === 1 ? problem(500, "Something went wrong.")() : Response.json(overview),
    });
    await screen.findByText("Couldn't load the overview.");
    await press("Try again");
    expect(await screen.findByText("$23,456.78")).toBeTruthy();
  });

  it("the property page opens the last page of units if the requested page no longer exists", async () => {
    const { sent } = await open({
      "GET /api/properties/1/units": ({ path }: SentRequest) =>
        path.includes("page=2&")
          ? Response.json([], { headers: { "X-Total-Count": "25" } })
          : Response.json([row], { headers: { "X-Total-Count": "26" } }),
    });
    await press("Next");
    const requested = () => calls(sent, "GET /api/properties/1/units").map(({ path }) => path.split("?")[1]);
    await waitFor(() => expect(requested()).toContain("page=2&pageSize=25"));
    await screen.findByText("Showing 1 to 25 of 26 units");
  });

  it("the property page lists the property's work orders, ten at a time", async () => {
    const { sent } = await open({}, "/properties/1?tab=orders");
    await screen.findByText("No work orders");
    const requested = new URL(calls(sent, "GET /api/work-orders")[0]?.path ?? "", "http://localhost")
      .searchParams;
    expect([requested.get("propertyId"), requested.get("pageSize")]).toEqual(["1", "10"]);
  });

  it("NAV-28 a person pending approval can be approved on the People tab", async () => {
    const pendingPerson = {
      id: 31,
      fullName: "Chloe Bennett",
      email: "chloe@paper.example",
      role: "tenant",
      state: "pending",
      emailConfirmed: true,
      requestedUnit: { id: 3, label: "Mill House, unit 101", propertyId: 1 },
      properties: [],
      propertyCount: 0,
      hasAllProperties: false,
      units: [],
      companies: [],
      invitation: null,
      disabledReason: null,
      createdAt: "2026-01-05T10:00:00Z",
      lastSignInAt: null,
      version: 1,
    };
    const { sent } = await open(
      {
        "GET /api/users": [pendingPerson],
        "GET /api/units/3": makeUnit(3),
        "POST /api/users/31/approve": { ...pendingPerson, state: "active", joined: null },
      },
      "/properties/1?tab=people",
    );
    await press("Approve Chloe Bennett");
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("radio", { name: "New draft lease" });
    await userEvent.click(dialog.getByRole("button", { name: "Approve" }));
    await waitFor(() => expect(calls(sent, "POST /api/users/31/approve")).toHaveLength(1));
    const queries = calls(sent, "GET /api/users").map(({ path }) => new URL(path, "http://x").searchParams);
    expect(queries.some((query) => query.get("propertyId") === "1")).toBe(true);
  });

  it("an edit on the property page is sent with the version it's based on", async () => {
    const { sent } = await open({ "PATCH /api/properties/1": { ...house, name: "Mill Lofts", version: 2 } });
    await press("Edit");
    fireEvent.change(await screen.findByLabelText("Property name"), { target: { value: "Mill Lofts" } });
    await press("Save Changes");
    await expectToast("Property Updated", "The property has been updated successfully.");
    const [patch] = calls(sent, "PATCH /api/properties/1");
    expect(patch?.body).toMatchObject({ name: "Mill Lofts", yearBuilt: 1998 });
    expect(new Headers(patch?.init.headers).get("If-Match")).toBe('"1"');
  });

  it("access notes are shown on the property page and can be edited there", async () => {
    const withNotes = { ...house, accessNotes: "Keys at the front desk" };
    const { sent } = await open({
      "GET /api/properties/1": withNotes,
      "PATCH /api/properties/1": { ...withNotes, accessNotes: "Ring twice", version: 2 },
    });
    expect(await screen.findByText("Keys at the front desk")).toBeTruthy();
    await press("Edit");
    fireEvent.change(await screen.findByLabelText("Access notes"), { target: { value: "Ring twice" } });
    await press("Save Changes");
    await expectToast("Property Updated", "The property has been updated successfully.");
    expect(calls(sent, "PATCH /api/properties/1")[0]?.body).toMatchObject({ accessNotes: "Ring twice" });
  });

  it("when two people edit a property, the page shows both versions and asks before overwriting the other person's", async () => {
    const theirs = { ...house, name: "Their House", version: 5 };
    const response = (sent: SentRequest) =>
      new Headers(sent.init.headers).get("If-Match") === '"5"'
        ? { ...theirs, name: "My House", version: 6 }
        : changed("Mill House", theirs)();
    const { sent } = await open({ "PATCH /api/properties/1": response });
    await press("Edit");
    fireEvent.change(await screen.findByLabelText("Property name"), { target: { value: "My House" } });
    await press("Save Changes");
    await screen.findByText("Ada Admin changed Mill House after you opened it.");
    const differences = within(screen.getByRole("table", { name: "Differences" }));
    expect(differences.getAllByRole("row").map((line) => line.textContent)).toEqual([
      "FieldTheirsYours",
      "Property nameTheir HouseMy House",
    ]);
    await press("Keep mine");
    await expectToast("Property Updated", "The property has been updated successfully.");
    expect(calls(sent, "PATCH /api/properties/1")).toHaveLength(2);
  });

  it("the property page loads the other person's version into the form if the user chooses to keep it", async () => {
    await open({
      "PATCH /api/properties/1": changed("Mill House", { ...house, name: "Their House", version: 5 }),
    });
    await press("Edit");
    fireEvent.change(await screen.findByLabelText("Property name"), { target: { value: "My House" } });
    await press("Save Changes");
    await press("Keep theirs");
    expect(screen.getByLabelText("Property name")).toHaveProperty("value", "Their House");
    await waitFor(() => expect(screen.queryByText(/after you opened it/)).toBeNull());
  });

  it("the property page asks for confirmation before deleting and lists the related records in the dialog", async () => {
    const sentence = "Mill House can't be deleted because it still has 1 lease.";
    await open({ "DELETE /api/properties/1": problem(409, sentence) });
    await remove();
    await press("Delete");
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(location.pathname).toBe("/properties/1");
  });

  it("after a property is deleted, the properties list is shown", async () => {
    await open({ "DELETE /api/properties/1": { success: true } });
    await remove();
    await press("Delete");
    await expectToast("Property Deleted", "The property has been deleted.");
    await waitFor(() => expect(location.pathname).toBe("/properties"));
  });

  it("DASH-08 the property page uploads and shows a photo sent as form data, and rejects other files before uploading them", async () => {
    const image = "/api/properties/1/photo?v=12345678";
    const { sent } = await open({ "PUT /api/properties/1/photo": { ...house, image } });
    const figures = await screen.findByRole("img", { name: "No photo yet" });
    expect(figures.getAttribute("src")).toBe("/buildings/default.webp");
    const input = screen.getByLabelText("Property photo");
    const selectFile = (name: string, type: string) =>
      fireEvent.change(input, { target: { files: [new File(["x"], name, { type })] } });
    selectFile("notes.txt", "text/plain");
    expect(await screen.findByText("notes.txt is not a PNG, JPG, or GIF image.")).toBeTruthy();
    selectFile("house.png", "image/png");
    await expectToast("Photo Saved", "Everyone at the property can see it now.");
    const [put] = calls(sent, "PUT /api/properties/1/photo");
    expect(put?.body instanceof FormData && (put.body.get("photo") as File).name).toBe("house.png");
    expect((await screen.findByRole("img", { name: "Photo of Mill House" })).getAttribute("src")).toBe(image);
  });

  it("the property page shows a message if the property is unknown or belongs to another landlord", async () => {
    await open({ "GET /api/properties/1": problem(404, "This property does not exist.") });
    expect(await screen.findByRole("heading", { name: "Property not found" })).toBeTruthy();
  });
});

describe("the unit page", () => {
  const unit = makeUnit(3, {
    unitNumber: "101",
    leases: [
      {
        id: 8,
        company: "Harbor Lane Coffee",
        state: "active",
        from: "2025-05-01",
        to: null,
        isCurrent: true,
        createdAt: "2025-04-01T09:00:00Z",
      },
      {
        id: 2,
        company: "Pacific Ledger",
        state: "ended",
        from: "2023-01-01",
        to: "2025-04-30",
        isCurrent: false,
        createdAt: "2022-12-01T09:00:00Z",
      },
    ],
  });
  const openUnit = (responses: FakeResponses = {}) =>
    open({ "GET /api/units/3": unit, ...responses }, "/units/3");

  it("the unit page shows its details, leases, and work orders", async () => {
    const { sent } = await openUnit();
    await screen.findByRole("heading", { name: "Unit 101", level: 1 });
    expect(screen.getByText("$1,250.50 per month")).toBeTruthy();
    const table = within(screen.getByRole("table", { name: "Leases for unit 101" }));
    expect(table.getByRole("link", { name: "Harbor Lane Coffee" }).getAttribute("href")).toBe("/leases/8");
    expect(table.getByText("Apr 30, 2025")).toBeTruthy();
    expect(table.getByText("Open-ended")).toBeTruthy();
    await waitFor(() => expect(calls(sent, "GET /api/work-orders")[0]?.path).toContain("unitId=3"));
  });

  it("AUN-20 AUN-09 users can edit the unit's status and rent on the unit page", async () => {
    const { sent } = await openUnit({ "PATCH /api/units/3": { ...unit, status: "renovation", version: 2 } });
    await press("Edit");
    await userEvent.selectOptions(await screen.findByLabelText("Status"), "renovation");
    fireEvent.change(screen.getByLabelText("Rent"), { target: { value: "19.99" } });
    await press("Save Changes");
    await expectToast("Unit Updated", "The unit has been updated successfully.");
    const [patch] = calls(sent, "PATCH /api/units/3");
    expect(patch?.body).toEqual({
      unitNumber: "101",
      type: "office",
      beds: 0,
      baths: 1,
      rent: 1_999,
      deposit: 0,
      sizeSqft: 900,
      suite: null,
      floor: null,
      rentableSqft: null,
      accessNotes: null,
      status: "renovation",
    });
    expect(new Headers(patch?.init.headers).get("If-Match")).toBe('"1"');
  });

  const typeArea = async (value: string) => {
    await press("Edit");
    fireEvent.change(await screen.findByLabelText("Size"), { target: { value } });
  };
  const sentBody = (sent: Parameters<typeof calls>[0]) => calls(sent, "PATCH /api/units/3")[0]?.body;

  it("the edit form asks from which date a changed area applies, with today as the default [REC-20]", async () => {
    const { sent } = await openUnit({ "PATCH /api/units/3": { ...unit, version: 2 } });
    await press("Edit");
    expect(screen.queryByText("When did the area change?")).toBeNull();
    fireEvent.change(await screen.findByLabelText("Size"), { target: { value: "950" } });
    const date = screen.getByLabelText<HTMLInputElement>("From when?");
    expect(date.value).toBe("2026-11-20");
    fireEvent.change(date, { target: { value: "2026-07-01" } });
    await press("Save Changes");
    await waitFor(() => expect(sentBody(sent)).toMatchObject({ sizeSqft: 950, areaFrom: "2026-07-01" }));
  });

  it("correcting a mistake in the area changes it for all dates [REC-20]", async () => {
    const { sent } = await openUnit({ "PATCH /api/units/3": { ...unit, version: 2 } });
    await typeArea("950");
    await userEvent.click(screen.getByRole("radio", { name: "It was always this size" }));
    expect(screen.queryByLabelText("From when?")).toBeNull();
    await press("Save Changes");
    await waitFor(() => expect(sentBody(sent)).toMatchObject({ sizeSqft: 950, areaFrom: null }));
  });

  it("the edit form shows why a changed area's date is rejected [REC-20]", async () => {
    await openUnit({
      "PATCH /api/units/3": problem(400, "Please check.", { areaFrom: "Enter this date or an earlier one." }),
    });
    await typeArea("950");
    await press("Save Changes");
    expect(await screen.findByText("Enter this date or an earlier one.")).toBeTruthy();
  });

  it("if a unit's area has changed, the unit page lists its areas [REC-20]", async () => {
    const first = { number: 1, squareFeet: 850, from: null, to: "2026-06-30", isReplaced: false };
    const second = { number: 2, squareFeet: 900, from: "2026-07-01", to: null, isReplaced: false };
    await openUnit({
      "GET /api/units/3": {
        ...unit,
        areas: [
          { ...second, madeBy: "Lena Ortiz", madeAt: "2026-07-03T18:00:00Z" },
          { ...first, madeBy: null, madeAt: "2024-01-02T18:00:00Z" },
        ],
      },
    });
    const list = within(await screen.findByRole("list", { name: "Area history" }));
    expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "900 sq ft from Jul 1, 2026Entered by Lena Ortiz · Jul 3, 2026",
      "850 sq ft to Jun 30, 2026Added with the unit · Jan 2, 2024",
    ]);
  });

  it("when two people edit a unit, the unit page shows both versions with their labels", async () => {
    const current = { ...unit, status: "reserved", version: 4 };
    await openUnit({
      "PATCH /api/units/3": changed("unit 101", current),
    });
    await press("Edit");
    await userEvent.selectOptions(await screen.findByLabelText("Status"), "maintenance");
    await press("Save Changes");
    const differences = within(await screen.findByRole("table", { name: "Differences" }));
    expect(differences.getByText("Reserved")).toBeTruthy();
    expect(differences.getByText("Under Maintenance")).toBeTruthy();
  });

  it("after a unit is deleted, the unit page returns to the property", async () => {
    await openUnit({ "DELETE /api/units/3": { success: true } });
    await press("More actions for unit 101");
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await press("Delete");
    await expectToast("Unit Deleted", "The unit has been deleted.");
    await waitFor(() => expect(location.pathname).toBe("/properties/1"));
  });
});
