import * as z from "zod/mini";
import { accounts } from "#domains/ledger/accounts.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { line } from "#shared/http/fields.ts";
import { byMonth } from "./contract.ts";

/** CSV for a spreadsheet, IIF for QuickBooks, and CSV for Xero's manual journals. */
export const journalFormats = ["csv", "iif", "xero"] as const;
export type JournalFormat = (typeof journalFormats)[number];

export const exportJournal = endpoint({
  method: "GET",
  path: "/api/properties/:id/months/:month/journal",
  action: "ledger.read-months",
  summary: "Download the journal of a closed month as CSV, QuickBooks IIF, or Xero manual journals",
  params: byMonth,
  query: z.object({
    format: z.enum(journalFormats, `format must be one of ${journalFormats.join(", ")}.`),
  }),
  response: z.unknown(),
  responseKind: "file",
});

// The name can include its parent, separated by a colon as in QuickBooks. A tab would end the column.
const journalAccount = z.object({
  name: line(1, "Please enter the account's name", 100),
  /** Only Xero needs it. */
  code: line(0, "Please enter the code as text", 20),
});

const journalSetup = {
  accounts: z.record(z.enum(accounts), journalAccount),
  /** The full name of the tax rate in Xero. */
  taxRate: line(1, "Please enter the name of the tax rate", 50),
  version: z.number(),
};

export const readJournalAccounts = endpoint({
  method: "GET",
  path: "/api/journal-accounts",
  action: "settings.read",
  summary: "Get the accounts that journals are exported to",
  response: z.object(journalSetup),
});
export type JournalSetup = z.output<(typeof readJournalAccounts)["response"]>;

export const saveJournalAccounts = endpoint({
  method: "PUT",
  path: "/api/journal-accounts",
  action: "settings.edit",
  summary: "Save the accounts that journals are exported to",
  body: z.object({ ...journalSetup, version: z.int("version must be a whole number.") }),
  response: z.object(journalSetup),
});
