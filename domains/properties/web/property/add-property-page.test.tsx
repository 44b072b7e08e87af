import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { admin, type FakeResponses, problem, resetBrowser } from "#web/testing/open-page.tsx";
import {
  calls,
  expectToast,
  field,
  fill,
  landlord,
  makeProperty,
  openAs,
  outages,
} from "../testing/properties.ts";

resetBrowser();

const baseResponses = { "GET /api/units/vacant": [], "GET /api/buildings": [] };
const open = (responses: FakeResponses = {}, user = landlord) =>
  openAs(user, "/add-property", { ...baseResponses, ...responses });
const save = async () => userEvent.click(await screen.findByRole("button", { name: "Save Property" }));
const getOptions = async (label: string) =>
  within(await field(label))
    .getAllByRole("option")
    .map((option) => (option as HTMLOptionElement).value)
    .filter((value) => value !== "");

async function fillIn() {
  await fill("Property name", "Mill House");
  await userEvent.selectOptions(await field("Property type"), "multi");
  await fill("Address", "3 Mill Street");
  await fill("City", "Portland");
  await userEvent.selectOptions(await field("State"), "OR");
  await fill("ZIP code", "97201");
}
const mill = {
  name: "Mill House",
  type: "multi",
  address: "3 Mill Street",
  city: "Portland",
  state: "OR",
  zip: "97201",
  country: "USA",
} as const;

const limits = [
  ["APR-09", "ZIP code", "9720", "97201", "Valid ZIP code is required"],
  ["APR-12", "Year built", "199", "1998", "Year must be a 4-digit number"],
  ["APR-12", "Year built", "19980", "1998", "Year must be a 4-digit number"],
] as const;

describe("adding a property", () => {
  it("APR-01 the add property form has Back, Reset, and Save, and Reset returns every field to its default", async () => {
    await open();
    await fillIn();
    await userEvent.selectOptions(await field("Country"), "CAN");
    fireEvent.click(screen.getByText("Reset"));
    expect(screen.getByText("Back").getAttribute("href")).toBe("/properties");
    expect(screen.getByText("Save Property")).toBeTruthy();
    for (const label of [
      "Property name",
      "Property type",
      "Address",
      "City",
      "State",
      "ZIP code",
      "Year built",
    ])
      expect(screen.getByLabelText(label), label).toHaveProperty("value", "");
    expect(await field("Country")).toHaveProperty("value", "USA");
  });

  it("APR-02 APR-03 the add property form shows a note about multi-unit properties and one about amenities", async () => {
    await open();
    const note = "Units are added after saving";
    expect(await screen.findByText(/^Amenities such as/)).toBeTruthy();
    expect(screen.queryByText(note)).toBeNull();
    await userEvent.selectOptions(await field("Property type"), "multi");
    expect(await screen.findByText(note)).toBeTruthy();
    await userEvent.selectOptions(await field("Property type"), "single");
    await waitFor(() => expect(screen.queryByText(note)).toBeNull());
  });

  it("APR-04 APR-05 APR-06 APR-07 APR-09 APR-14 an empty add property form marks the missing entries and sends nothing", async () => {
    const { sent } = await open();
    await save();
    for (const sentence of [
      "Property name is required",
      "Address is required",
      "City is required",
      "State is required",
      "Valid ZIP code is required",
      "Please select a property type",
    ])
      expect(await screen.findByText(sentence)).toBeTruthy();
    expect(calls(sent, "POST /api/properties")).toEqual([]);
  });

  it.each(limits)(
    "APR-09 APR-12 %s the add property form checks the limit of %s",
    async (_, label, wrong, right, sentence) => {
      await open();
      await userEvent.type(await field(label), wrong);
      await save();
      await screen.findByText(sentence);
      await userEvent.clear(await field(label));
      await userEvent.type(await field(label), right);
      await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
    },
  );

  it("APR-08 APR-10 APR-11 CON-17 the add property form offers 50 states without DC and five countries with the USA selected", async () => {
    await open();
    const states = await getOptions("State");
    expect(states).toHaveLength(50);
    expect(states).not.toContain("DC");
    expect(await getOptions("Country")).toEqual(["USA", "CAN", "MEX", "GBR", "AUS"]);
    expect(await field("Country")).toHaveProperty("value", "USA");
  });

  it("the add property form also offers the federal district and the territories as states", async () => {
    const { sent } = await open({ "POST /api/properties": makeProperty(9) });
    await fillIn();
    await userEvent.click(screen.getByRole("button", { name: "DC and territories" }));
    expect(await getOptions("State")).toEqual(["DC", "PR", "GU", "VI", "AS", "MP"]);
    expect(await field("State")).toHaveProperty("value", "");
    await userEvent.selectOptions(await field("State"), "DC");
    await save();
    await waitFor(() => expect(calls(sent, "POST /api/properties")).toHaveLength(1));
    expect(calls(sent, "POST /api/properties")[0]?.body).toMatchObject({ country: "USA", state: "DC" });
  });

  it("APR-24 outside the USA, the state is free text, and the ZIP code rule still applies", async () => {
    const { sent } = await open({ "POST /api/properties": makeProperty(9) });
    await fillIn();
    await userEvent.selectOptions(await field("Country"), "CAN");
    expect((await field("State")).tagName).toBe("INPUT");
    expect(await field("State")).toHaveProperty("value", "");
    await fill("State", "British Columbia");
    await save();
    await waitFor(() => expect(calls(sent, "POST /api/properties")).toHaveLength(1));
    expect(calls(sent, "POST /api/properties")[0]?.body).toMatchObject({
      country: "CAN",
      state: "British Columbia",
    });
  });

  it("APR-13 APR-15 APR-20 saving a property shows a toast, resets the form, and links to the new property", async () => {
    const { sent } = await open({ "POST /api/properties": makeProperty(9, { name: "Mill House" }) });
    await fillIn();
    await save();
    await expectToast("Property Added", "The property has been added successfully.");
    const [post] = calls(sent, "POST /api/properties");
    expect(post?.body).toEqual({ ...mill, yearBuilt: null, mlsNumber: null });
    expect(new Headers(post?.init.headers).get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/);
    expect(await field("Property name")).toHaveProperty("value", "");
    expect(await field("State")).toHaveProperty("value", "");
    expect(screen.getByRole("link", { name: "Open the property" }).getAttribute("href")).toBe(
      "/properties/9",
    );
  });

  it("APR-20 entering the same details again adds a second property, but a retry after an error doesn't", async () => {
    const { sent, responses } = await open({ "POST /api/properties": problem(503, "Away.") });
    const posts = () => calls(sent, "POST /api/properties");
    await fillIn();
    await save();
    await expectToast("Error", "Failed to add property. Please try again.");
    responses["POST /api/properties"] = makeProperty(9);
    await save();
    await screen.findByRole("link", { name: "Open the property" });
    await fillIn();
    await save();
    await waitFor(() => expect(posts()).toHaveLength(3));
    const [first, repeated, second] = posts().map(({ init }) =>
      new Headers(init.headers).get("Idempotency-Key"),
    );
    expect(repeated).toBe(first);
    expect(second).not.toBe(first);
  });

  it("APR-16 APR-21 the add property form sends nothing without a session", async () => {
    const { sent } = await open();
    await fillIn();
    localStorage.removeItem("session");
    await save();
    await expectToast("Authentication Required", "You must be logged in to add a property");
    expect(calls(sent, "POST /api/properties")).toEqual([]);
  });

  it("APR-16 APR-21 if the session ends, the add property form shows the same message and keeps the entries", async () => {
    await open({ "POST /api/properties": problem(401, "Sign in to continue.") });
    await fillIn();
    await save();
    await expectToast("Authentication Required", "You must be logged in to add a property");
    expect(await field("Property name")).toHaveProperty("value", "Mill House");
  });

  it.each(outages)(
    "APR-17 APR-23 when %s, the add property form reports the error and keeps the entries",
    async (_, response) => {
      await open({ "POST /api/properties": response });
      await fillIn();
      await save();
      await expectToast("Error", "Failed to add property. Please try again.");
      expect(await field("City")).toHaveProperty("value", "Portland");
    },
  );

  it("the add property form shows a server error about a field on that field", async () => {
    await open({ "POST /api/properties": problem(400, "No.", { city: "This city is unknown." }) });
    await fillIn();
    await save();
    expect(await screen.findByText("This city is unknown.")).toBeTruthy();
  });

  it("APR-19 ROLE-08 the add property form requests vacant units and properties but works without them", async () => {
    const { sent } = await open(
      { "GET /api/units/vacant": problem(500, "Oh."), "GET /api/buildings": problem(500, "Oh.") },
      admin,
    );
    await field("Property name");
    await waitFor(() => expect(calls(sent, "GET /api/units/vacant")).toHaveLength(1));
    expect(calls(sent, "GET /api/buildings")).toHaveLength(1);
    expect(screen.getByRole("button", { name: "Save Property" })).toBeTruthy();
  });

  it.each(["GET /api/units/vacant", "GET /api/buildings", "POST /api/properties"])(
    "APR-22 a 403 from %s shows Access Denied on the add property page",
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
