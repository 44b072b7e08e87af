import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { admin, problem, resetBrowser } from "#web/testing/open-page.tsx";
import {
  calls,
  expectToast,
  landlord,
  makeMinimalProperty,
  makeProperty,
  openAs,
  outages,
  outsiders,
} from "../testing/properties.ts";

resetBrowser();

const three = [
  makeProperty(1, { name: "Harborview Center", unitCount: 4, city: "Seattle", zip: "98101" }),
  makeProperty(2, { name: "Canal House", unitCount: 6, city: "Portland", state: "OR", zip: "97201" }),
  makeMinimalProperty(3, { name: "Lone Cottage", type: "single", address: "7 Hill Road", zip: "98204" }),
];
const open = (responses = three as unknown, address = "/properties", user = landlord) =>
  openAs(user, address, { "GET /api/properties": responses });
const cards = async () =>
  within(await screen.findByRole("list", { name: "Properties" })).getAllByRole("listitem");
const names = async () => (await cards()).map((card) => within(card).getByRole("heading").textContent);
const card = async (name: string) => {
  const match = (await cards()).find((item) => within(item).queryByRole("heading", { name }) !== null);
  if (match === undefined) throw new Error(`There is no card ${name}.`);
  return within(match);
};

const searches = [
  ["name", "hARBOR", ["Harborview Center"]],
  ["address", "hill ROAD", ["Lone Cottage"]],
  ["city", "PORTland", ["Canal House"]],
  ["state", "or", ["Harborview Center", "Canal House"]],
  ["zip", "98204", ["Lone Cottage"]],
  ["words from several of them in any order", "seattle, MILL 98101", ["Harborview Center"]],
  ["words, ignoring punctuation", "canal – house", ["Canal House"]],
] as const;

describe("the properties page", () => {
  it("PROP-01 PROP-04 PROP-02 PROP-03 ROLE-08 the properties page has a title, requests the list, and links to the other pages", async () => {
    const { sent } = await open(three, "/properties", admin);
    await screen.findByRole("heading", { name: "Properties", level: 1 });
    await cards();
    expect(calls(sent, "GET /api/properties")).toHaveLength(1);
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "Add Property" }).getAttribute("href")).toBe("/add-property");
    const addUnit = main.getByRole("link", { name: "Add Unit" });
    expect(addUnit.getAttribute("href")).toBe("/add-unit");
    expect(addUnit.className).toContain("max-sm:hidden");
  });

  it("PROP-06 PROP-07 the properties page shows totals and counts a property without a unit count as one unit", async () => {
    await open();
    await cards();
    const figure = (label: string) =>
      within(screen.getByRole("region", { name: "Key figures" })).getByText(label).parentElement?.textContent;
    expect(figure("Total Properties")).toBe("Total Properties3");
    expect(figure("Multi-Unit")).toBe("Multi-Unit2");
    expect(figure("Single-Unit")).toBe("Single-Unit1");
    expect(figure("Total Units")).toBe("Total Units11");
    await userEvent.type(screen.getByRole("searchbox"), "canal");
    await waitFor(async () => expect(await names()).toEqual(["Canal House"]));
    expect(figure("Total Properties")).toBe("Total Properties3");
  });

  it.each(searches)("PROP-08 the search finds properties by %s", async (_, text, expected) => {
    await open();
    await cards();
    await userEvent.type(screen.getByRole("searchbox"), text);
    await waitFor(async () => expect((await names()).sort()).toEqual([...expected].sort()));
  });

  it("PROP-09 the properties page filters by type with tabs and keeps the tab and search in the URL", async () => {
    await open();
    await cards();
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
      "All",
      "Multi-Unit",
      "Single-Unit",
    ]);
    await userEvent.click(screen.getByRole("tab", { name: "Multi-Unit" }));
    expect(await names()).toEqual(["Harborview Center", "Canal House"]);
    await userEvent.click(screen.getByRole("tab", { name: "Single-Unit" }));
    expect(await names()).toEqual(["Lone Cottage"]);
    await userEvent.type(screen.getByRole("searchbox"), "lone");
    await waitFor(() => expect(location.search).toBe("?type=single&q=lone"));
  });

  it("PROP-08 a pending search doesn't reopen the list after the user clicks Add Property", async () => {
    await open();
    await cards();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "canal" } });
    fireEvent.click(within(screen.getByRole("main")).getByRole("link", { name: "Add Property" }));
    act(() => void vi.advanceTimersByTime(1000));
    vi.useRealTimers();
    expect(location.pathname).toBe("/add-property");
    await screen.findByRole("heading", { name: "Add Property", level: 1 });
    expect(location.pathname).toBe("/add-property");
  });

  it("PROP-09 the properties page restores the tab and search from the URL", async () => {
    await open(three, "/properties?type=multi&q=canal");
    expect(await names()).toEqual(["Canal House"]);
    expect(screen.getByRole("searchbox")).toHaveProperty("value", "canal");
  });

  it("PROP-10 PROP-11 PROP-13 the card of a multi-unit property shows the unit count and Add Unit", async () => {
    await open();
    const propertyCard = await card("Harborview Center");
    expect(propertyCard.getByText("Multi Unit")).toBeTruthy();
    expect(propertyCard.getByText("1 Mill Street, Seattle, WA 98101")).toBeTruthy();
    expect(propertyCard.getByText("4 units")).toBeTruthy();
    expect(propertyCard.getByRole("link", { name: /^Add Unit/ }).getAttribute("href")).toBe(
      "/add-unit?propertyId=1",
    );
  });

  it("PROP-10 PROP-11 PROP-13 the card of a single-unit property shows neither a unit count nor Add Unit", async () => {
    await open();
    const propertyCard = await card("Lone Cottage");
    expect(propertyCard.getByText("Single Unit")).toBeTruthy();
    expect(propertyCard.queryByText(/units?$/)).toBeNull();
    expect(propertyCard.queryByRole("link", { name: /^Add Unit/ })).toBeNull();
  });

  it("PROP-12 View Details opens the property", async () => {
    await open();
    await userEvent.click((await card("Canal House")).getByRole("button", { name: /^View Details/ }));
    await waitFor(() => expect(location.pathname).toBe("/properties/2"));
  });

  it("PROP-14 the properties page says what to do when there are no properties", async () => {
    await open([]);
    expect(await screen.findByText("No properties found")).toBeTruthy();
    expect(screen.getByText("Add your first property to get started")).toBeTruthy();
  });

  it("PROP-08 a property search without a letter or digit finds nothing, as in the CSV export", async () => {
    await open(three, "/properties?q=%2D");
    expect(await screen.findByText("No properties found")).toBeTruthy();
  });

  it("a property search without matches can be cleared", async () => {
    await open(three, "/properties?q=unicorn");
    await userEvent.click(await screen.findByRole("button", { name: "Clear search" }));
    await waitFor(async () => expect(await names()).toHaveLength(3));
  });

  it("PROP-16 ROLE-15 the properties page shows Access Denied after a 403", async () => {
    await open(problem(403, "You don't have permission to do this."));
    expect(await screen.findByRole("heading", { name: "Access Denied" })).toBeTruthy();
  });

  it.each(outages)(
    "PROP-18 when %s, the properties page shows labeled sample properties with Retry",
    async (_, response) => {
      let isBroken = true;
      await open(() => (isBroken ? response() : three));
      await expectToast("Error", "Failed to load properties. Using sample data instead.");
      expect(screen.getByText("Sample data")).toBeTruthy();
      expect((await cards()).length).toBeGreaterThan(1);
      expect(screen.queryByRole("button", { name: /^View Details/ })).toBeNull();
      isBroken = false;
      await userEvent.click(screen.getByRole("button", { name: "Retry" }));
      await waitFor(async () => expect(await names()).toContain("Harborview Center"));
      expect(screen.queryByText("Sample data")).toBeNull();
    },
  );

  it("PROP-18 the properties page doesn't show sample properties after an invalid request", async () => {
    await open(problem(404, "Nothing is here."));
    expect(await screen.findByText("Couldn't load the properties.")).toBeTruthy();
    expect(screen.queryByText("Sample data")).toBeNull();
  });

  it("the properties page renders only the first of thousands of properties until the user scrolls but searches all of them", async () => {
    const many = Array.from({ length: 2_000 }, (_, index) =>
      makeProperty(index + 1, { name: `House number ${index + 1}` }),
    );
    await open(many);
    expect((await cards()).length).toBeLessThan(50);
    await userEvent.click(screen.getByRole("button", { name: "Show more" }));
    expect((await cards()).length).toBe(48);
    await userEvent.type(screen.getByRole("searchbox"), "number 1987");
    await waitFor(async () => expect(await names()).toEqual(["House number 1987"]));
  });

  it("NAV-24 ROLE-12 only landlords and admins see the Property Management section in the sidebar", async () => {
    vi.stubGlobal("scrollTo", () => undefined);
    await open(three, "/properties", landlord);
    const nav = within(await screen.findByRole("navigation", { name: /main|portal|pages/i }));
    expect(nav.getByText("Property Management")).toBeTruthy();
    expect(nav.getByRole("link", { name: "Properties" }).getAttribute("href")).toBe("/properties");
    expect(nav.getByRole("link", { name: "Add Property" }).getAttribute("href")).toBe("/add-property");
    expect(nav.getByRole("link", { name: "Add Unit" }).getAttribute("href")).toBe("/add-unit");
  });

  it.each(outsiders)("ROLE-12 %s doesn't see the Property Management section", async (_, user) => {
    await open(three, "/dashboard", user);
    await screen.findByRole("link", { name: /^Work Orders/ });
    expect(screen.queryByText("Property Management")).toBeNull();
    expect(screen.queryByRole("link", { name: "Add Property" })).toBeNull();
  });
});
