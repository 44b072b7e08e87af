import type { PdfContent } from "#server/integrations/render-pdf.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { sayBalance } from "../describe.ts";
import type { Statement, StatementLine } from "../statement-contract.ts";

const money = (cents: number): string => formatCents(toCents(cents));

/** A statement as a letter. */
export function statementAsPdf(statement: Statement): PdfContent {
  const { organisation, company, property, units, from, to, today, aging } = statement;
  const days = `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`;
  return {
    title: `Statement of account, ${company}, ${days}`,
    sender: { name: organisation.name, lines: [...organisation.address, organisation.email] },
    heading: "Statement of account",
    facts: [days, `Prepared ${formatCalendarDay(today)}`],
    recipient: [
      company,
      units.length === 0
        ? property.name
        : `${property.name}, ${units.length === 1 ? "unit" : "units"} ${units.join(", ")}`,
      property.address.join(", "),
    ],
    blocks: [
      {
        kind: "figures",
        figures: [
          { name: "Balance", value: sayBalance(statement.closingCents) },
          { name: "Overdue", value: money(statement.overdueCents) },
          { name: "Not yet due", value: money(statement.notYetDueCents) },
          { name: "Credit not used yet", value: money(statement.creditCents) },
          { name: "Deposit held", value: money(statement.depositCents) },
        ],
      },
      {
        kind: "table",
        columns: [
          { header: "Date", share: 21 },
          { header: "Entry", share: 36 },
          { header: "Due", share: 18 },
          { header: "Charge", share: 15, align: "right" },
          { header: "Payment or credit", share: 16, align: "right" },
          { header: "Balance", share: 24, align: "right" },
        ],
        rows: [
          endOf(from, "Opening balance", statement.openingCents),
          ...statement.lines.map((line) => ({ cells: cellsOf(line) })),
          endOf(to, "Closing balance", statement.closingCents),
        ],
      },
      {
        kind: "figures",
        heading: "Open by age",
        figures: [
          { name: "Not yet due", value: money(statement.notYetDueCents) },
          { name: "1 to 30 days", value: money(aging.upTo30Cents) },
          { name: "31 to 60 days", value: money(aging.upTo60Cents) },
          { name: "61 to 90 days", value: money(aging.upTo90Cents) },
          { name: "Over 90 days", value: money(aging.over90Cents) },
        ],
      },
    ],
  };
}

const endOf = (day: string, what: string, cents: number) => ({
  cells: [formatCalendarDay(day), what, "", "", "", sayBalance(cents)],
  isStrong: true,
});

const cellsOf = ({ onDay, description, dueOn, amountCents, balanceCents, depositCents }: StatementLine) => [
  formatCalendarDay(onDay),
  depositCents === 0
    ? description
    : `${description} (deposit held ${depositCents > 0 ? "rises" : "falls"} by ${money(Math.abs(depositCents))})`,
  dueOn !== null && amountCents > 0 ? formatCalendarDay(dueOn) : "",
  amountCents > 0 ? money(amountCents) : "",
  amountCents < 0 ? money(-amountCents) : "",
  sayBalance(balanceCents),
];
