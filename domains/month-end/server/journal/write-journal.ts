import type { Account } from "#domains/ledger/accounts.ts";
import { toCell, toCsv } from "#server/http/endpoints/csv.ts";
import { toPlainDollars } from "#shared/format/dollars.ts";
import type { JournalMapping } from "../../journal-accounts.ts";
import type { JournalEntry } from "./read-journal.ts";

interface Journal {
  property: string;
  entries: readonly JournalEntry[];
  accounts: JournalMapping;
}

const toUsDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;
const toBritishDay = (day: string) => `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
const describe = ({ description, company }: JournalEntry) =>
  company === "" ? description : `${company}: ${description}`;

/**
 * Writes QuickBooks IIF: a general journal with the entry's number for each ledger entry. Debits are
 * positive. QuickBooks Desktop can't read UTF-8 or quoted text, so accents are removed. A receivables line
 * needs a customer.
 */
export function writeIif({ property, entries, accounts }: Journal): string {
  const rows = [
    ["!TRNS", "TRNSID", "TRNSTYPE", "DATE", "ACCNT", "NAME", "CLASS", "AMOUNT", "DOCNUM", "MEMO"],
    ["!SPL", "SPLID", "TRNSTYPE", "DATE", "ACCNT", "NAME", "CLASS", "AMOUNT", "DOCNUM", "MEMO"],
    ["!ENDTRNS"],
  ];
  for (const entry of entries) {
    for (const [at, { account, amountCents }] of entry.postings.entries())
      rows.push([
        at === 0 ? "TRNS" : "SPL",
        "",
        "GENERAL JOURNAL",
        toUsDay(entry.onDay),
        accounts[account].name,
        account === "receivable" ? entry.company : "",
        property,
        toPlainDollars(amountCents),
        String(entry.id),
        entry.description,
      ]);
    rows.push(["ENDTRNS"]);
  }
  return rows.map((cells) => `${cells.map(toPlainText).join("\t")}\r\n`).join("");
}

/** Returns the text in printable ASCII without double quotes, which IIF can't represent. */
const toPlainText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[“”"]/g, "'")
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, "-")
    .replace(/\s/g, " ")
    .replace(/[^ -~]/g, "?");

/**
 * Writes Xero manual journals. Xero combines lines with the same narration and date into one journal, so the
 * narration includes the entry's number. Debits are positive.
 */
export function writeXero({ property, entries, accounts, taxRate }: Journal & { taxRate: string }): string {
  const rows = entries.flatMap((entry) =>
    entry.postings.map(({ account, amountCents }) => [
      `${describe(entry)} (${entry.id})`,
      toBritishDay(entry.onDay),
      entry.description,
      accounts[account].code,
      taxRate,
      toPlainDollars(amountCents),
      "Property",
      property,
      "",
      "",
    ]),
  );
  return toCsv([xeroColumns, ...rows.map((row) => row.map(toCell))]);
}

const xeroColumns = [
  "Narration",
  "Date",
  "Description",
  "AccountCode",
  "TaxRate",
  "Amount",
  "TrackingName1",
  "TrackingOption1",
  "TrackingName2",
  "TrackingOption2",
];

/** One posting of an entry, which is a line of the CSV journal. */
export interface JournalLine {
  entry: JournalEntry;
  account: Account;
  amountCents: number;
}

export const toLines = (entries: readonly JournalEntry[]): JournalLine[] =>
  entries.flatMap((entry) => entry.postings.map((posting) => ({ entry, ...posting })));
