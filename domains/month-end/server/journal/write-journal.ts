import { stringify } from "csv-stringify/sync";
import type { Account } from "#domains/ledger/accounts.ts";
import type { JournalMapping } from "../../journal-accounts.ts";
import type { JournalEntry } from "./read-journal.ts";

interface Journal {
  property: string;
  entries: readonly JournalEntry[];
  accounts: JournalMapping;
}

/** Formats cents as dollars without separators, such as `-1583.33`. */
export function toAmount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const toUsDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;
const toBritishDay = (day: string) => `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
const describe = ({ description, company }: JournalEntry) =>
  company === "" ? description : `${company}: ${description}`;

/**
 * Writes QuickBooks IIF: a general journal for each ledger entry, debits positive, with the entry's number. QuickBooks
 * Desktop reads neither UTF-8 nor quoted text, so that letters lose their accents. A line to receivables needs a
 * customer.
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
        toAmount(amountCents),
        String(entry.id),
        entry.description,
      ]);
    rows.push(["ENDTRNS"]);
  }
  return rows.map((cells) => `${cells.map(toPlainText).join("\t")}\r\n`).join("");
}

/** Returns the text in printable ASCII without quotation marks, which IIF has no way to write. */
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
 * Writes Xero's manual journals: lines with the same narration and date are one journal, so the narration has the
 * number of the entry. Debits are positive.
 */
export function writeXero({ property, entries, accounts, taxRate }: Journal & { taxRate: string }): string {
  const rows = entries.flatMap((entry) =>
    entry.postings.map(({ account, amountCents }) => ({
      Narration: `${toSafeText(describe(entry))} (${entry.id})`,
      Date: toBritishDay(entry.onDay),
      Description: toSafeText(entry.description),
      AccountCode: accounts[account].code,
      TaxRate: taxRate,
      Amount: toAmount(amountCents),
      TrackingName1: "Property",
      TrackingOption1: toSafeText(property),
      TrackingName2: "",
      TrackingOption2: "",
    })),
  );
  return stringify(rows, { header: true, columns: xeroColumns, record_delimiter: "windows" });
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

/** A spreadsheet would run text that starts like a formula. */
const toSafeText = (text: string): string => (/^[=+\-@]/.test(text) ? `'${text}` : text);

/** A line of the journal as CSV: one posting of an entry. */
export interface JournalLine {
  entry: JournalEntry;
  account: Account;
  amountCents: number;
}

export const toLines = (entries: readonly JournalEntry[]): JournalLine[] =>
  entries.flatMap((entry) => entry.postings.map((posting) => ({ entry, ...posting })));
