import { type CsvTable, rowsAtHand } from "#server/http/csv.ts";
import type { Day } from "#shared/calendar.ts";
import { plainDollars } from "#shared/format/dollars.ts";
import type { Statement } from "../statement-contract.ts";
import { balanceColumns, depositColumns } from "./balance-columns.ts";

interface Row {
  onDay: Day;
  what: string;
  dueOn: Day | null;
  amountCents: number | null;
  balanceCents: number;
  depositCents: number;
}

/** A statement for spreadsheets: the opening balance, every entry, and the closing balance. */
export function statementAsTable({
  leaseId,
  from,
  to,
  openingCents,
  lines,
  closingCents,
}: Statement): CsvTable<Row> {
  const ends = { dueOn: null, amountCents: null, depositCents: 0 };
  const rows: Row[] = [
    { ...ends, onDay: from, what: "Opening balance", balanceCents: openingCents },
    ...lines.map(({ description, ...line }) => ({ ...line, what: description })),
    { ...ends, onDay: to, what: "Closing balance", balanceCents: closingCents },
  ];
  return {
    name: `statement-of-lease-${leaseId}`,
    columns: {
      Date: ({ onDay }) => onDay,
      Entry: ({ what }) => what,
      Due: ({ dueOn }) => dueOn,
      Charge: ({ amountCents }) =>
        amountCents !== null && amountCents > 0 ? plainDollars(amountCents) : null,
      "Payment or credit": ({ amountCents }) =>
        amountCents !== null && amountCents < 0 ? plainDollars(-amountCents) : null,
      ...balanceColumns<Row>(({ balanceCents }) => balanceCents),
      ...depositColumns<Row>(({ depositCents }) => depositCents),
    },
    rows: rowsAtHand(rows),
  };
}
