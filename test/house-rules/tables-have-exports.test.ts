import { expect, test } from "vitest";
import { isTest, sourceFiles } from "./source-files.ts";

/*
 * Every table on a page can be exported as a file with its filters (requirements, "CSV"). A new table has an
 * ExportLink next to it, or is listed here with the location of the link or the reason there is none.
 */

const pages = sourceFiles(".tsx").filter(({ path: file }) => !isTest(file));
const getText = (file: string) => pages.find(({ path }) => path === file)?.text ?? "";
const drawsTable = (text: string) => /<(Table|table)[\s>]/.test(text);
const hasExport = (file: string) => /<ExportLink|buildPath\(export/.test(getText(file));

/** Tables whose link is in another part of the page. */
const exportedIn: Record<string, string> = {
  "domains/people/web/invitations/invitation-table.tsx": "domains/people/web/directory/users-page.tsx",
  "domains/people/web/directory/people-list.tsx": "domains/people/web/directory/users-page.tsx",
  "domains/accounts/web/tokens/token-list.tsx": "domains/people/web/directory/users-page.tsx",
  "domains/expenses/web/budgets/budget-grid.tsx": "domains/expenses/web/budgets/budget-page.tsx",
  "domains/recoveries/web/estimates/estimates-grid.tsx":
    "domains/recoveries/web/estimates/estimates-page.tsx",
  "domains/recoveries/web/statement/statement-working.tsx":
    "domains/recoveries/web/statement/lease-statement-page.tsx",
  "domains/leases/web/schedule/schedule-table.tsx": "domains/leases/web/schedule/schedule-tab.tsx",
  "domains/imports/web/import-errors.tsx": "domains/imports/web/import-result.tsx",
  "domains/ledger/web/entries-table.tsx": "domains/ledger/web/lease-ledger.tsx",
  "domains/ledger/web/statements/statement-sheet.tsx": "domains/ledger/web/statements/statement-page.tsx",
  "domains/notifications/web/email-list.tsx": "domains/notifications/web/outbox-page.tsx",
  "domains/work-orders/web/list/work-order-table.tsx": "domains/work-orders/web/work-orders-page.tsx",
};

const withoutExport: Record<string, string> = {
  "web/ui/tables/table.tsx": "the component of all tables",
  "web/ui/forms/conflict-notice.tsx": "two versions of one record",
  "web/ui/forms/form-grid.tsx": "units and payments that are being written",
  "domains/audit/web/entry-dialog.tsx": "one entry of the audit log, which is in its file",
  "domains/dashboard/web/charts/open-work-orders.tsx": "figures, each the length of a list that it opens",
  "domains/work-orders/web/list/short-work-order-table.tsx": "the first rows of the list of work orders",
  "domains/dashboard/web/charts/rent-by-month.tsx": "the report of months that it opens",
  "domains/documents/web/zip/zip-table.tsx": "the files of the user's own ZIP",
  "domains/properties/web/stacking-plan.tsx": "the units of a property, which are in its table",
  "domains/expenses/web/bills/bill-page.tsx": "the lines of one bill, which is in the list's file",
  "domains/exports/web/data-export-page.tsx": "the last data exports, each with its file",
  "domains/imports/web/columns-table.tsx": "the columns of the user's own file",
  "domains/imports/web/file-rows-table.tsx": "the first rows of the user's own file",
  "domains/imports/web/import-result.tsx": "the first rows of the user's own file",
  "domains/imports/web/new-import.tsx": "the columns of a template, which is a file",
  "domains/leases/web/companies/company-page.tsx": "the first rows of lists that it opens",
  "domains/leases/web/schedule/schedule-by-year.tsx": "terms that are being written",
  "domains/payments/web/history/receipt-panel.tsx": "one receipt, which is a file of its own",
};

test("every table on a page can be exported", () => {
  const tables = pages.filter(({ text }) => drawsTable(text)).map(({ path }) => path);
  expect(tables.length).toBeGreaterThan(20);
  const missing = tables.filter((file) => !(file in withoutExport) && !hasExport(exportedIn[file] ?? file));
  expect(missing).toEqual([]);
});

test("the list of exceptions names only files that draw a table", () => {
  const named = [...Object.keys(exportedIn), ...Object.keys(withoutExport)];
  expect(named.filter((file) => !drawsTable(getText(file)))).toEqual([]);
});
