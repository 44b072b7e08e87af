import type { Page } from "@playwright/test";
import type { Reconciliation } from "../../domains/recoveries/reconciliation-contract.ts";
import { dayFromToday } from "../../test/dates.ts";
import { button, dialog, firstRow, heading, openFirstRow, press, type Screen } from "./screen.ts";

const lastYear = Number(dayFromToday().slice(0, 4)) - 1;

const event = { by: "Linda Harcourt", at: `${lastYear + 1}-02-02T18:00:00Z` };
const runs = [
  {
    ...event,
    number: 2,
    reason: "A credit note for snow removal arrived.",
    dueOn: `${lastYear + 1}-03-04`,
    statements: 7,
    filed: 3,
    charges: 0,
    chargedCents: 0,
    credits: 7,
    creditedCents: 128_450,
    reversal: null,
  },
  {
    ...event,
    number: 1,
    reason: null,
    dueOn: `${lastYear + 1}-03-04`,
    statements: 7,
    filed: 7,
    charges: 6,
    chargedCents: 2_415_075,
    credits: 1,
    creditedCents: 31_250,
    reversal: null,
  },
];
const changes = [
  { name: "CAM, cost", beforeCents: 41_230_050, nowCents: 41_355_050 },
  { name: "Northlight Optical (204), CAM", beforeCents: 1_830_011, nowCents: 1_835_559 },
];
const issued = {
  ...event,
  number: 1,
  reason: null,
  dueOn: `${lastYear + 1}-03-04`,
  postedCents: 219_000,
  entryId: 1,
  isFiled: true,
  documentId: 1,
};

/** Replaces parts of the reconciliation. The demo data has a draft, which other screens show. */
const changeReconciliation = (page: Page, parts: Partial<Reconciliation>) =>
  page.route(`**/api/properties/1/reconciliations/${lastYear}`, async (route) => {
    const reconciliation = (await (await route.fetch()).json()) as Reconciliation;
    await route.fulfill({ json: { ...reconciliation, ...parts } });
  });

const isLastYearIssued = dayFromToday() >= `${lastYear + 1}-01-22`;
/** Screens of the statements that the demo issues for last year, once February's charges are posted. */
const issuedScreens: readonly Screen[] = [
  { name: "report-cam-history", person: "landlord", path: "/reports/cam-history", ready: firstRow },
  {
    name: "recovery-answer",
    person: "landlord",
    path: `/properties/1/reconciliations/${lastYear}/leases/1`,
    prepare: (page) =>
      page.route("**/api/recovery-questions?*", async (route) => {
        const [question] = await (await route.fetch()).json();
        const open = {
          state: "open",
          answer: null,
          creditCents: null,
          can: { answer: true, addFiles: true },
        };
        await route.fulfill({ json: [{ ...question, ...open }] });
      }),
    open: press("Answer"),
    ready: dialog,
  },
  {
    name: "expense-statement",
    person: "tenant1",
    path: `/leases/1/operating-expenses/${lastYear}`,
    ready: heading("Questions"),
  },
  {
    name: "expense-statement-ask",
    person: "tenant1",
    path: `/leases/1/operating-expenses/${lastYear}`,
    open: press("Ask a Question about CAM"),
    ready: dialog,
  },
];

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
  { name: "report-expenses", person: "landlord", path: "/reports/expenses-per-sq-ft", ready: firstRow },
  { name: "report-recovery", person: "landlord", path: "/reports/recovery?propertyId=1", ready: firstRow },
  { name: "recoveries", person: "landlord", path: "/recoveries", ready: heading("Recoveries") },
  {
    name: "reconciliation",
    person: "landlord",
    path: `/properties/1/reconciliations/${lastYear}`,
    ready: heading("Findings"),
  },
  {
    name: "reconciliation-accept",
    person: "landlord",
    path: `/properties/1/reconciliations/${lastYear + 1}`,
    open: async (page) => page.getByRole("button", { name: "Accept" }).first().click(),
    ready: dialog,
  },
  {
    name: "reconciliation-issue",
    person: "landlord",
    path: `/properties/1/reconciliations/${lastYear}`,
    prepare: (page) =>
      changeReconciliation(page, {
        state: "reviewed",
        review: event,
        findings: [],
        runs: [],
        cannotIssue: null,
      }),
    open: press("Issue Statements"),
    ready: dialog,
  },
  {
    name: "reconciliation-issued",
    person: "landlord",
    path: `/properties/1/reconciliations/${lastYear}`,
    prepare: (page) => changeReconciliation(page, { state: "issued", findings: [], changes, runs }),
    ready: heading("History"),
  },
  {
    name: "reconciliation-reverse",
    person: "landlord",
    path: `/properties/1/reconciliations/${lastYear}`,
    prepare: (page) => changeReconciliation(page, { state: "issued", findings: [], runs }),
    open: async (page) => {
      await press("More actions")(page);
      await page.getByRole("menuitem", { name: "Reverse statements" }).click();
    },
    ready: dialog,
  },
  {
    name: "recovery-statement-issued",
    person: "landlord",
    path: `/properties/1/reconciliations/${lastYear}`,
    prepare: (page) =>
      page.route("**/api/properties/1/reconciliations/*/leases/*", async (route) => {
        const statement = await (await route.fetch()).json();
        await route.fulfill({ json: { ...statement, isDraft: false, issued, changes } });
      }),
    open: (page) => page.getByRole("link", { name: "View calculation" }).first().click(),
    ready: (page) => page.getByRole("link", { name: "View charge" }),
  },
  {
    name: "recovery-statement",
    person: "landlord",
    path: `/properties/1/reconciliations/${lastYear}`,
    open: (page) => page.getByRole("link", { name: "View calculation" }).first().click(),
    ready: (page) => page.getByRole("link", { name: "Recovery Terms" }),
  },
  ...(isLastYearIssued ? issuedScreens : []),
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
