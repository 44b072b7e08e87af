import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { toPlainDollars } from "#shared/format/dollars.ts";
import { admin, type FakeResponses, problem, resetBrowser } from "#web/testing/open-page.tsx";
import { centsFromDollars } from "../../unit-input.ts";
import { unitStatusLabels } from "../../unit-statuses.ts";
import {
  calls,
  expectToast,
  field,
  fill,
  landlord,
  makeProperty,
  makeUnit,
  openAs,
  outages,
} from "../testing/properties.ts";

resetBrowser();

const baseResponses = {
  "GET /api/units/vacant": [],
  "GET /api/buildings": [],
  "GET /api/properties": [makeProperty(1, { name: "Harborview" }), makeProperty(2, { name: "Canal House" })],
};
const open = (responses: FakeResponses = {}, { user = landlord, query = "" } = {}) =>
  openAs(user, `/add-unit${query}`, { ...baseResponses, ...responses });
const save = async () => userEvent.click(await screen.findByRole("button", { name: "Save Unit" }));
const options = async (label: string) =>
  within(await field(label))
    .getAllByRole("option")
    .map((option) => [(option as HTMLOptionElement).value, option.textContent])
    .filter(([value]) => value !== "");

async function fillIn() {
  await screen.findByRole("option", { name: "Canal House" });
  await userEvent.selectOptions(await field("Property"), "2");
  await fill("Unit number", "12B");
  await userEvent.selectOptions(await field("Unit type"), "retail");
}

const limits = [
  ["AUN-06", "Beds", "1.5", "2", "Beds must be a whole number, 0 or more"],
  ["AUN-06", "Beds", "-1", "0", "Beds must be a whole number, 0 or more"],
  ["AUN-07", "Baths", "1.25", "1.5", "Baths must be 0 or more, in increments of 0.5"],
  ["AUN-07", "Baths", "-1", "0", "Baths must be 0 or more, in increments of 0.5"],
  ["AUN-08", "Rent", "-5", "0", "Please enter an amount from $0.00 to $100,000,000.00"],
  ["AUN-08", "Deposit", "100000000.01", "100000000", "Please enter an amount from $0.00 to $100,000,000.00"],
  ["AUN-10", "Size", "9.5", "9", "Size must be a whole number of square feet, 0 or more"],
  ["AUN-10", "Size", "-9", "0", "Size must be a whole number of square feet, 0 or more"],
] as const;
const amounts = [
  ["1250.50", 125_050],
  ["0.1", 10],
  ["19.99", 1_999],
  ["1,250.5", 125_050],
  ["$7", 700],
  ["-3", -300],
] as const;

describe("adding a unit", () => {
  it("AUN-01 the add unit form has Back, Reset, and Save, and Reset returns every field to its default", async () => {
    await open();
    await fillIn();
    expect(screen.getByRole("link", { name: "Back" }).getAttribute("href")).toBe("/properties");
    await userEvent.selectOptions(await field("Status"), "reserved");
    await fill("Rent", "100");
    await userEvent.click(screen.getByRole("button", { name: "Reset" }));
    for (const label of ["Property", "Unit number", "Unit type", "Rent", "Deposit", "Size"])
      expect(await field(label), label).toHaveProperty("value", "");
    expect(await field("Status")).toHaveProperty("value", "vacant");
    expect(await field("Beds")).toHaveProperty("value", "0");
  });

  it("AUN-02 AUN-03 AUN-04 an empty add unit form marks the missing entries and sends nothing", async () => {
    const { sent } = await open();
    await save();
    for (const sentence of ["Property is required", "Unit number is required", "Unit type is required"])
      expect(await screen.findByText(sentence)).toBeTruthy();
    expect(calls(sent, "POST /api/units")).toEqual([]);
  });

  it("AUN-05 AUN-11 the add unit form offers the types and the statuses, with Vacant selected", async () => {
    await open();
    expect(await options("Unit type")).toEqual([
      ["apartment", "Apartment"],
      ["office", "Office Space"],
      ["retail", "Retail Space"],
      ["warehouse", "Warehouse"],
      ["studio", "Studio"],
      ["duplex", "Duplex"],
      ["house", "House"],
      ["condo", "Condominium"],
    ]);
    expect(await options("Status")).toEqual([
      ["vacant", "Vacant"],
      ["occupied", "Occupied"],
      ["maintenance", "Under Maintenance"],
      ["renovation", "Under Renovation"],
      ["reserved", "Reserved"],
    ]);
    expect(await field("Status")).toHaveProperty("value", "vacant");
    expect(Object.keys(unitStatusLabels)).toHaveLength(5);
  });

  it.each(limits)(
    "AUN-06 AUN-07 AUN-08 AUN-10 %s %s: %s is rejected, %s is accepted",
    async (_, label, wrong, right, sentence) => {
      await open();
      const input = await field(label);
      await userEvent.clear(input);
      await userEvent.type(input, wrong);
      await save();
      await screen.findByText(sentence);
      await userEvent.clear(input);
      await userEvent.type(input, right);
      await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
    },
  );

  it("AUN-04 the add unit form shows suite, floor, and rentable area first for offices, and beds and baths first for homes", async () => {
    await open();
    const labels = () =>
      [...document.querySelectorAll("form label")].map(({ textContent }) => textContent).slice(4, 8);
    const details = () => (screen.getByText("Residential details").parentElement as HTMLDetailsElement).open;
    await userEvent.selectOptions(await field("Unit type"), "office");
    expect([labels(), details()]).toEqual([["Suite", "Floor", "Area", "Size"], false]);
    await userEvent.selectOptions(await field("Unit type"), "apartment");
    expect([labels(), details()]).toEqual([["Beds", "Baths", "Size", "Rent"], true]);
    // A section that the user opened or closed stays that way.
    await userEvent.click(screen.getByText("Residential details"));
    expect(details()).toBe(false);
  });

  it("AUN-06 the add unit form shows an invalid number of beds for every type", async () => {
    await open();
    await userEvent.selectOptions(await field("Unit type"), "office");
    await fill("Beds", "1.5");
    await save();
    await screen.findByText("Beds must be a whole number, 0 or more");
    expect((screen.getByText("Residential details").parentElement as HTMLDetailsElement).open).toBe(true);
  });

  it("AUN-07 the add unit form counts baths in steps of one half", async () => {
    await open();
    expect(await field("Baths")).toHaveProperty("step", "0.5");
    expect(await field("Baths")).toHaveProperty("min", "0");
  });

  it.each(amounts)("AUN-09 %s dollars is %i cents", (dollars, cents) => {
    expect(centsFromDollars(dollars)).toBe(cents);
  });

  it.each(["", ".", "1.005", "12,50", "1e3", "abc"])("AUN-09 %j isn't a valid amount", (dollars) => {
    expect(centsFromDollars(dollars)).toBeNaN();
  });

  it("AUN-09 the add unit form shows an amount in cents as dollars", () => {
    expect([125_050, 5, 0, -5, -125_050].map(toPlainDollars)).toEqual([
      "1250.50",
      "0.05",
      "0.00",
      "-0.05",
      "-1250.50",
    ]);
  });

  it("AUN-09 AUN-10 AUN-13 AUN-19 saving a unit sends cents, shows a toast, resets the form, and links to the new unit", async () => {
    const { sent } = await open({ "POST /api/units": makeUnit(40, { unitNumber: "12B" }) });
    await fillIn();
    await fill("Rent", "1250.50");
    await fill("Suite", "210");
    await fill("Area", "1010");
    await save();
    await expectToast("Unit Added", "The unit has been added successfully.");
    const [post] = calls(sent, "POST /api/units");
    expect(post?.body).toEqual({
      propertyId: 2,
      unitNumber: "12B",
      type: "retail",
      beds: 0,
      baths: 0,
      rent: 125_050,
      deposit: 0,
      sizeSqft: null,
      suite: "210",
      floor: null,
      rentableSqft: 1_010,
      status: "vacant",
    });
    expect(await field("Unit number")).toHaveProperty("value", "");
    expect(await field("Rent")).toHaveProperty("value", "");
    expect(screen.getByRole("link", { name: "Open the unit" }).getAttribute("href")).toBe("/units/40");
  });

  it("AUN-19 entering the same details again adds a second unit, but a retry after an error doesn't", async () => {
    const { sent, responses } = await open({ "POST /api/units": problem(503, "Away.") });
    const posts = () => calls(sent, "POST /api/units");
    await fillIn();
    await save();
    await expectToast("Error", "Failed to add unit. Please try again.");
    responses["POST /api/units"] = makeUnit(40);
    await save();
    await screen.findByRole("link", { name: "Open the unit" });
    await fillIn();
    await save();
    await waitFor(() => expect(posts()).toHaveLength(3));
    const [first, repeated, second] = posts().map(({ init }) =>
      new Headers(init.headers).get("Idempotency-Key"),
    );
    expect(repeated).toBe(first);
    expect(second).not.toBe(first);
  });

  it("AUN-12 AUN-18 the add unit form selects the property in the URL, even after Reset", async () => {
    await open({}, { query: "?propertyId=2" });
    await waitFor(async () => expect(await field("Property")).toHaveProperty("value", "2"));
    await userEvent.click(screen.getByRole("button", { name: "Reset" }));
    expect(await field("Property")).toHaveProperty("value", "2");
  });

  it("AUN-18 the add unit form reports an unknown property in the URL and selects none", async () => {
    await open({}, { query: "?propertyId=77" });
    expect(await screen.findByText("You don't have access to the property in this link.")).toBeTruthy();
    expect(await field("Property")).toHaveProperty("value", "");
  });

  it("AUN-17 CON-20 the add unit form loads the properties from the server", async () => {
    await open();
    await screen.findByRole("option", { name: "Canal House" });
    expect(await options("Property")).toEqual([
      ["1", "Harborview"],
      ["2", "Canal House"],
    ]);
  });

  it("AUN-14 APR-21 the add unit form sends nothing without a session", async () => {
    const { sent } = await open();
    await fillIn();
    localStorage.removeItem("session");
    await save();
    await expectToast("Authentication Required", "You must be logged in to add a unit");
    expect(calls(sent, "POST /api/units")).toEqual([]);
  });

  it.each(outages)(
    "AUN-15 APR-23 when %s, the add unit form reports the error and keeps the entries",
    async (_, response) => {
      await open({ "POST /api/units": response });
      await fillIn();
      await save();
      await expectToast("Error", "Failed to add unit. Please try again.");
      expect(await field("Unit number")).toHaveProperty("value", "12B");
    },
  );

  it("the add unit form shows an error on the field if a number is already used", async () => {
    const sentence = "Unit 12B already exists at this property.";
    await open({ "POST /api/units": problem(409, sentence, { unitNumber: sentence }) });
    await fillIn();
    await save();
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it("APR-19 ROLE-08 the add unit form requests vacant units and properties", async () => {
    const { sent } = await open({}, { user: admin });
    await field("Unit number");
    await waitFor(() => expect(calls(sent, "GET /api/units/vacant")).toHaveLength(1));
    expect(calls(sent, "GET /api/buildings")).toHaveLength(1);
  });

  it.each(["GET /api/units/vacant", "GET /api/buildings", "GET /api/properties", "POST /api/units"])(
    "APR-22 a 403 from %s shows Access Denied on the add unit page",
    async (call) => {
      await open({ [call]: problem(403, "You don't have permission to do this.") });
      if (call.startsWith("POST")) {
        await fillIn();
        await save();
      }
      expect(await screen.findByRole("heading", { name: "Access Denied" })).toBeTruthy();
    },
  );
});
