import { type CsvTable, rowsFromArray } from "#server/http/endpoints/csv.ts";
import type { Day } from "#shared/calendar.ts";
import { toPlainDollars } from "#shared/format/dollars.ts";
import type { Statement } from "../../statement-contract.ts";
import { balanceColumns, depositColumns } from "../balance-columns.ts";

interface StatementRow {
  onDay: Day;
  description: string;
  dueOn: Day | null;
  amountCents: number | null;
  balanceCents: number;
  depositCents: number;
}

/** Returns a statement for export as CSV: the opening balance, all entries, and the closing balance. */
export function toStatementTable({
  leaseId,
  from,
  to,
  openingCents,
  lines,
  closingCents,
}: Statement): CsvTable<StatementRow> {
  const emptyFields = { dueOn: null, amountCents: null, depositCents: 0 };
  const rows: StatementRow[] = [
    { ...emptyFields, onDay: from, description: "Opening balance", balanceCents: openingCents },
    ...lines,
    { ...emptyFields, onDay: to, description: "Closing balance", balanceCents: closingCents },
  ];
  return {
    name: `statement-of-lease-${leaseId}`,
    columns: {
      Date: ({ onDay }) => onDay,
      Entry: ({ description }) => description,
      Due: ({ dueOn }) => dueOn,
      Charge: ({ amountCents }) =>
        amountCents !== null && amountCents > 0 ? toPlainDollars(amountCents) : null,
      "Payment or credit": ({ amountCents }) =>
        amountCents !== null && amountCents < 0 ? toPlainDollars(-amountCents) : null,
      ...balanceColumns<StatementRow>(({ balanceCents }) => balanceCents),
      ...depositColumns<StatementRow>(({ depositCents }) => depositCents),
    },
    rows: rowsFromArray(rows),
  };
}
