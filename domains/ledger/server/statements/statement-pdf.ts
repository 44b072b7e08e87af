import type { PdfContent } from "#server/integrations/pdf/render-pdf.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { listAmounts } from "../../amounts-due.ts";
import { formatBalance } from "../../describe.ts";
import type { Statement, StatementLine } from "../../statement-contract.ts";
import type { LeaseDetails } from "./read-statement.ts";

const formatMoney = (cents: number): string => formatCents(toCents(cents));

/** Returns a statement as the content of a PDF letter. */
export function toStatementPdf(statement: Statement): PdfContent {
  const { company, from, to, today, aging } = statement;
  const days = `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`;
  return {
    ...buildLetterhead(statement),
    title: `Statement of account, ${company}, ${days}`,
    heading: "Statement of account",
    details: [days, `Prepared ${formatCalendarDay(today)}`],
    blocks: [
      {
        kind: "figures",
        isLead: true,
        figures: [
          ...listAmounts(statement).map(({ label, value }) => ({ name: label, value })),
          { name: "Balance", value: formatBalance(statement.closingCents) },
          { name: "Security deposit held", value: formatMoney(statement.depositCents) },
        ],
      },
      {
        kind: "table",
        columns: [
          { header: "Date", share: 18 },
          { header: "Entry", share: 38 },
          { header: "Due", share: 16 },
          { header: "Charge", share: 16, align: "right" },
          { header: "Payment or credit", share: 16, align: "right" },
          { header: "Balance", share: 26, align: "right" },
        ],
        rows: [
          { ...toBalanceRow(from, "Opening balance", statement.openingCents), isStrong: true },
          ...statement.lines.map((line) => ({ cells: toEntryCells(line) })),
          { ...toBalanceRow(to, "Closing balance", statement.closingCents), isTotal: true },
        ],
      },
      {
        kind: "figures",
        heading: "Balance aging",
        figures: [
          { name: "1 to 30 days", value: formatMoney(aging.days1To30Cents) },
          { name: "31 to 60 days", value: formatMoney(aging.days31To60Cents) },
          { name: "61 to 90 days", value: formatMoney(aging.days61To90Cents) },
          { name: "Over 90 days", value: formatMoney(aging.over90Cents) },
          { name: "Not due yet", value: formatMoney(statement.notYetDueCents) },
        ],
      },
    ],
  };
}

/** The organization as the sender, and the company with its units as the recipient. */
export const buildLetterhead = ({ organization, company, property, units }: LeaseDetails) => ({
  sender: { name: organization.name, lines: [organization.address.join(", "), organization.email] },
  recipient: [
    company,
    units.length === 0
      ? property.name
      : `${property.name}, ${units.length === 1 ? "unit" : "units"} ${units.join(", ")}`,
    property.address.join(", "),
  ],
});

const toBalanceRow = (day: string, label: string, cents: number) => ({
  cells: [formatCalendarDay(day), label, "", "", "", formatBalance(cents)],
});

const toEntryCells = ({
  onDay,
  description,
  dueOn,
  amountCents,
  balanceCents,
  depositCents,
}: StatementLine) => [
  formatCalendarDay(onDay),
  depositCents === 0
    ? description
    : depositCents > 0
      ? `${description} (security deposit increased by ${formatMoney(depositCents)})`
      : `${description} (security deposit decreased by ${formatMoney(-depositCents)})`,
  dueOn !== null && amountCents > 0 ? formatCalendarDay(dueOn) : "",
  amountCents > 0 ? formatMoney(amountCents) : "",
  amountCents < 0 ? formatMoney(-amountCents) : "",
  formatBalance(balanceCents),
];
