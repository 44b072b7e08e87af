import { dayFromToday } from "../../test/dates.ts";
import { button, dialog, firstRow, heading, openFirstRow, press, type Screen } from "./screen.ts";

const lastYear = Number(dayFromToday().slice(0, 4)) - 1;

/** Bills, budgets, and how tenants share the costs. */
export const expenseScreens: readonly Screen[] = [
  { name: "bills", person: "landlord", path: "/bills", ready: firstRow },
  { name: "bill-add", person: "landlord", path: "/bills", open: press("Add Bill"), ready: dialog },
  { name: "bill", person: "landlord", path: "/bills", open: openFirstRow, ready: heading("Lines") },
  { name: "vendors", person: "landlord", path: "/vendors", ready: firstRow },
  { name: "vendor-edit", person: "landlord", path: "/vendors", open: press(/^Edit /), ready: dialog },
  { name: "budget", person: "landlord", path: "/budgets?propertyId=1", ready: button("Save Budget") },
  {
    name: "expense-categories",
    person: "admin",
    path: "/settings/expense-categories",
    ready: heading("Pools"),
  },
  {
    name: "category-add",
    person: "admin",
    path: "/settings/expense-categories",
    open: press("Add Category"),
    ready: dialog,
  },
  { name: "report-budget", person: "landlord", path: "/reports/budget", ready: firstRow },
  { name: "recoveries", person: "landlord", path: "/recoveries", ready: heading("Recoveries") },
  {
    name: "reconciliation",
    person: "landlord",
    path: `/properties/1/reconciliations/${lastYear}`,
    ready: heading("Findings"),
  },
  {
    name: "recovery-statement",
    person: "landlord",
    path: `/properties/1/reconciliations/${lastYear}`,
    open: (page) => page.getByRole("link", { name: "View calculation" }).first().click(),
    ready: (page) => page.getByRole("link", { name: "Recovery Terms" }),
  },
  {
    name: "recovery-terms",
    person: "landlord",
    path: "/leases/1/recovery-terms",
    ready: button("Change Terms"),
  },
  {
    name: "recovery-terms-edit",
    person: "landlord",
    path: "/leases/1/recovery-terms",
    open: press("Change Terms"),
    ready: dialog,
  },
  {
    name: "estimates",
    person: "landlord",
    path: `/properties/1/estimates/${lastYear + 2}`,
    ready: button("Apply Estimates"),
  },
  {
    name: "estimates-apply",
    person: "landlord",
    path: `/properties/1/estimates/${lastYear + 2}`,
    open: press("Apply Estimates"),
    ready: dialog,
  },
  {
    name: "recovery-history-add",
    person: "landlord",
    path: "/leases/1/recovery-terms",
    open: press("Add Amounts"),
    ready: dialog,
  },
  {
    name: "document-zip",
    person: "landlord",
    path: "/documents/zip",
    ready: heading("Upload a ZIP"),
  },
];
