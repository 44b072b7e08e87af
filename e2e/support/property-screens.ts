import { lastMonth } from "../../test/money/closed-months.ts";
import { button, dialog, firstRow, firstWorkOrder, heading, press, type Screen } from "./screen.ts";

/** Properties and their units. */
export const propertyScreens: readonly Screen[] = [
  { name: "properties", person: "admin", path: "/properties", ready: heading("Harborview Center") },
  {
    name: "properties-nothing-found",
    person: "landlord",
    path: "/properties?q=unicorn",
    ready: (page) => page.getByText("No properties found"),
  },
  { name: "properties-denied", person: "tenant1", path: "/properties", ready: heading("Access Denied") },
  {
    name: "properties-sample",
    person: "landlord",
    path: "/properties",
    prepare: (page) => page.route("**/api/properties", (route) => route.fulfill({ status: 503, body: "" })),
    ready: (page) => page.getByText("Sample data", { exact: true }),
  },
  { name: "month-end", person: "landlord", path: "/month-end", ready: heading("Month End") },
  { name: "months", person: "landlord", path: "/properties/1/months", ready: heading("Months") },
  {
    name: "month",
    person: "landlord",
    path: `/properties/1/months/${lastMonth.slice(0, 7)}`,
    ready: heading("Checklist"),
  },
  {
    name: "owner-statement",
    person: "landlord",
    path: `/properties/1/months/${lastMonth.slice(0, 7)}/owner-statement`,
    ready: heading("Versions"),
  },
  {
    name: "owner-statement-draft",
    person: "landlord",
    path: `/properties/1/months/${lastMonth.slice(0, 7)}/owner-statement?draft=yes`,
    open: press("Issue Corrected Statement"),
    ready: dialog,
  },
  {
    name: "journal-accounts",
    person: "admin",
    path: "/settings/journal-accounts",
    ready: button("Save Accounts"),
  },
  { name: "data-export", person: "admin", path: "/settings/export", ready: button("Start Export") },
  { name: "property", person: "landlord", path: "/properties/1", ready: firstRow },
  {
    name: "property-work-orders",
    person: "landlord",
    path: "/properties/1?tab=orders",
    ready: firstWorkOrder,
  },
  {
    name: "property-documents",
    person: "landlord",
    path: "/properties/1?tab=documents",
    ready: (page) => page.getByRole("link", { name: /^View all/ }),
  },
  { name: "property-people", person: "landlord", path: "/properties/1?tab=people", ready: firstRow },
  {
    name: "property-edit",
    person: "landlord",
    path: "/properties/1",
    open: press("Edit"),
    ready: button("Save Changes"),
  },
  {
    name: "property-delete",
    person: "landlord",
    path: "/properties/1",
    open: async (page) => {
      await press(/^More actions for /)(page);
      await page.getByRole("menuitem", { name: "Delete" }).click();
    },
    ready: dialog,
  },
  {
    name: "property-missing",
    person: "landlord",
    path: "/properties/999999",
    ready: (page) => page.getByText("Property not found"),
  },
  { name: "add-property", person: "landlord", path: "/add-property", ready: button("Save Property") },
  {
    name: "add-property-invalid",
    person: "landlord",
    path: "/add-property",
    open: async (page) => {
      await page.getByLabel("Property type").selectOption("multi");
      await press("Save Property")(page);
    },
    ready: (page) => page.getByText("Property name is required"),
  },
  {
    name: "add-unit",
    person: "landlord",
    path: "/add-unit?propertyId=77",
    ready: (page) => page.getByText("You don't have access to the property in this link."),
  },
  { name: "add-units", person: "landlord", path: "/properties/1/add-units", ready: button("Add Row") },
  { name: "unit", person: "landlord", path: "/units/10", ready: (page) => page.getByRole("row").nth(4) },
  {
    name: "unit-edit",
    person: "landlord",
    path: "/units/10",
    open: press("Edit"),
    ready: button("Save Changes"),
  },
  {
    name: "unit-edit-area",
    person: "landlord",
    path: "/units/10",
    open: async (page) => {
      await press("Edit")(page);
      await page.getByLabel("Area", { exact: true }).fill("2000");
    },
    ready: (page) => page.getByLabel("From when?"),
  },
  { name: "units", person: "landlord", path: "/units", ready: firstRow },
];
