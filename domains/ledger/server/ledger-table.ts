import type { SignedInCtx } from "#server/http/context.ts";
import { type CsvTable, rowsOf } from "#server/http/csv.ts";
import type { Input } from "#server/http/route.ts";
import { plainDollars } from "#shared/format/dollars.ts";
import type { exportLedger, LedgerEntry } from "../contract.ts";
import { balanceColumns } from "./balance-columns.ts";
import { listLedger } from "./list-ledger.ts";

/** The entries that the ledger shows, for spreadsheets. */
export const ledgerAsTable = (
  ctx: SignedInCtx,
  input: Input<typeof exportLedger>,
): CsvTable<LedgerEntry> => ({
  name: `ledger-of-lease-${input.params.id}`,
  columns: {
    Number: ({ id }) => id,
    Date: ({ onDay }) => onDay,
    Entry: ({ description }) => description,
    Due: ({ dueOn }) => dueOn,
    Charge: ({ amountCents }) => (amountCents > 0 ? plainDollars(amountCents) : null),
    "Payment or credit": ({ amountCents }) => (amountCents < 0 ? plainDollars(-amountCents) : null),
    "Open of the charge": ({ openCents }) =>
      openCents !== null && openCents > 0 ? plainDollars(openCents) : null,
    ...balanceColumns<LedgerEntry>(({ balanceCents }) => balanceCents),
    Reason: ({ reason }) => reason,
    "Entered by": ({ who }) => who ?? "The portal",
    "Entered (UTC)": ({ madeAt }) => new Date(madeAt),
  },
  rows: rowsOf((part) => listLedger(ctx, { ...input, ...part }), input),
});
