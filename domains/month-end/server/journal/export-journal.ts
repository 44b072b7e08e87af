import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { rowsFromArray, sendCsv } from "#server/http/endpoints/csv.ts";
import { sent } from "#server/http/endpoints/response.ts";
import type { Input } from "#server/http/endpoints/route.ts";
import type { Day } from "#shared/calendar.ts";
import { conflict } from "#shared/errors.ts";
import { formatMonth } from "#shared/format/dates.ts";
import { toPlainDollars } from "#shared/format/dollars.ts";
import { journalAccountNames, journalAccounts } from "../../journal-accounts.ts";
import type { exportJournal as exportJournalEndpoint, JournalSetup } from "../../journal-contract.ts";
import { toFileName } from "../file-name.ts";
import { findPropertyMonths } from "../months.ts";
import { readAccounts } from "./accounts.ts";
import { type JournalEntry, readJournal } from "./read-journal.ts";
import { type JournalLine, toLines, writeIif, writeXero } from "./write-journal.ts";

/**
 * Sends the journal of a closed month. Its totals match the ledger, and each entry is included once.
 * @throws AppError not_found; conflict for a month that isn't closed, or if an account has no code for Xero
 */
export async function exportJournal(ctx: SignedInCtx, input: Input<typeof exportJournalEndpoint>) {
  const { params, query, reply } = input;
  const month: Day = `${params.month}-01`;
  const { lastClosed, name: property } = await findPropertyMonths(ctx, params.id);
  if (lastClosed === null || month > lastClosed)
    throw conflict(`${formatMonth(month)} isn't closed. Close it, then export its journal.`);
  const entries = await readJournal(ctx, params.id, month);
  const setup = await readAccounts(ctx);
  if (query.format === "xero") assertCodes(entries, setup);
  const fileName = `journal-${toFileName(property)}-${params.month}`;
  if (query.format === "csv")
    return sendCsv(
      ctx,
      { reply, query: { ...params, ...query } },
      {
        name: "journal",
        fileName: `${fileName}.csv`,
        columns: getColumns(property, setup),
        rows: rowsFromArray(toLines(entries)),
      },
    );
  await audit(ctx, {
    action: "list.exported",
    subjectType: "list",
    subjectId: "journal",
    details: { filters: { ...params, ...query } },
  });
  const journal = { property, entries, ...setup };
  await reply
    .type(query.format === "iif" ? "application/octet-stream" : "text/csv; charset=utf-8")
    .header(
      "content-disposition",
      `attachment; filename="${fileName}${query.format === "iif" ? ".iif" : "-xero.csv"}"`,
    )
    .header("cache-control", "private, no-store")
    .send(query.format === "iif" ? writeIif(journal) : writeXero(journal));
  return sent;
}

/** @throws AppError conflict, with the accounts of the journal that have no code */
function assertCodes(entries: readonly JournalEntry[], { accounts }: JournalSetup): void {
  const usedAccounts = new Set(entries.flatMap(({ postings }) => postings.map(({ account }) => account)));
  const missingAccounts = journalAccountNames.filter(
    (account) => usedAccounts.has(account) && accounts[account].code === "",
  );
  if (missingAccounts.length === 0) return;
  const labels = missingAccounts.map((account) => journalAccounts[account].label).join(", ");
  throw conflict(
    `Xero needs an account code for: ${labels}. An administrator can enter it under Journal Accounts.`,
  );
}

const getColumns = (property: string, { accounts }: JournalSetup) => ({
  Entry: ({ entry }: JournalLine) => entry.id,
  Date: ({ entry }: JournalLine) => entry.onDay,
  Property: () => property,
  Company: ({ entry }: JournalLine) => entry.company,
  Units: ({ entry }: JournalLine) => entry.units,
  Type: ({ entry }: JournalLine) => entry.kind,
  Description: ({ entry }: JournalLine) => entry.description,
  Reason: ({ entry }: JournalLine) => entry.reason,
  "Account code": ({ account }: JournalLine) => accounts[account].code,
  Account: ({ account }: JournalLine) => accounts[account].name,
  Debit: ({ amountCents }: JournalLine) => (amountCents > 0 ? toPlainDollars(amountCents) : null),
  Credit: ({ amountCents }: JournalLine) => (amountCents < 0 ? toPlainDollars(-amountCents) : null),
});
