import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { classes } from "#web/ui/classes.ts";
import { type Figure, Figures } from "#web/ui/page/figures.tsx";
import { Letterhead, Paper } from "#web/ui/page/paper.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { listAmounts } from "../../amounts-due.ts";
import { formatBalance } from "../../describe.ts";
import type { Statement } from "../../statement-contract.ts";

interface StatementRow {
  key: string;
  onDay: string;
  description: string;
  dueOn: string | null;
  amountCents: number;
  depositCents: number;
  balanceCents: number;
  isBalance: boolean;
}

/** A printable statement: sender and recipient, the entries between two balances, and the balance aging. */
export function StatementSheet({ statement }: { statement: Statement }) {
  const { organization, company, property, units, from, to, today } = statement;
  return (
    <Paper>
      <Letterhead
        sender={{ name: organization.name, lines: [organization.address.join(", "), organization.email] }}
        title={<h2 className="text-ink text-lead">Statement of account</h2>}
        details={[
          `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`,
          `Prepared ${formatCalendarDay(today)}`,
        ]}
      />
      <div className="py-5 wrap-anywhere">
        <p className="font-semibold">{company}</p>
        <p>
          {[
            property.name,
            units.length === 0 ? "" : `${units.length === 1 ? "unit" : "units"} ${units.join(", ")}`,
          ]
            .filter((part) => part !== "")
            .join(", ")}
        </p>
        <p>{property.address.join(", ")}</p>
      </div>
      <Figures label="Balance" figures={toFigures(statement)} />
      <div className="mt-5">
        <Table
          caption="Entries"
          columns={columns}
          rows={toRows(statement)}
          rowKey={({ key }) => key}
          look={({ key }) => (key === "closing" ? "total" : undefined)}
        />
      </div>
      <Aging statement={statement} />
    </Paper>
  );
}

const toFigures = (statement: Statement): Figure[] => [
  ...listAmounts(statement),
  { label: "Balance", value: formatBalance(statement.closingCents) },
  { label: "Security deposit held", value: formatMoney(statement.depositCents) },
];

/** The unpaid amount by days overdue. */
function Aging({ statement: { notYetDueCents, aging } }: { statement: Statement }) {
  return (
    <section aria-label="Balance aging" className="mt-5 break-inside-avoid">
      <h3 className="mb-2 text-section">Balance aging</h3>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-5">
        <AgingFigure name="1 to 30 days">{formatMoney(aging.days1To30Cents)}</AgingFigure>
        <AgingFigure name="31 to 60 days">{formatMoney(aging.days31To60Cents)}</AgingFigure>
        <AgingFigure name="61 to 90 days">{formatMoney(aging.days61To90Cents)}</AgingFigure>
        <AgingFigure name="Over 90 days">{formatMoney(aging.over90Cents)}</AgingFigure>
        <AgingFigure name="Not due yet">{formatMoney(notYetDueCents)}</AgingFigure>
      </dl>
    </section>
  );
}

const AgingFigure = ({ name, children }: { name: string; children: string }) => (
  <div className="min-w-0">
    <dt className="text-ink-soft text-sm">{name}</dt>
    <dd className="font-semibold tabular-nums">{children}</dd>
  </div>
);

function toRows({ from, to, openingCents, closingCents, lines }: Statement): StatementRow[] {
  const balanceRow = { dueOn: null, amountCents: 0, depositCents: 0, isBalance: true };
  return [
    {
      ...balanceRow,
      key: "opening",
      onDay: from,
      description: "Opening balance",
      balanceCents: openingCents,
    },
    ...lines.map(({ id, description, ...line }) => ({
      ...line,
      key: String(id),
      description,
      isBalance: false,
    })),
    {
      ...balanceRow,
      key: "closing",
      onDay: to,
      description: "Closing balance",
      balanceCents: closingCents,
    },
  ];
}

const columns: Column<StatementRow>[] = [
  {
    key: "day",
    header: "Date",
    phoneSlot: "line",
    className: "sm:whitespace-nowrap sm:align-baseline",
    cell: ({ onDay }) => <span className="tabular-nums">{formatCalendarDay(onDay)}</span>,
  },
  {
    key: "description",
    header: "Entry",
    phoneSlot: "title",
    className: "sm:w-full sm:align-baseline",
    cell: ({ description, depositCents, isBalance }) => (
      <>
        <span className={classes("wrap-anywhere", isBalance && "font-semibold")}>{description}</span>
        {depositCents !== 0 && (
          <span className="block font-normal text-ink-soft text-sm">
            {depositCents > 0
              ? `Security deposit increased by ${formatMoney(depositCents)}`
              : `Security deposit decreased by ${formatMoney(-depositCents)}`}
          </span>
        )}
      </>
    ),
  },
  {
    key: "due",
    header: "Due",
    phoneSlot: "line",
    className: "sm:whitespace-nowrap sm:align-baseline",
    cell: ({ dueOn, amountCents }) =>
      dueOn !== null && amountCents > 0 && <span className="tabular-nums">{formatCalendarDay(dueOn)}</span>,
    // Without the year, which is the one next to it or the following one, the line fits a phone.
    phoneCell: ({ dueOn, amountCents }) =>
      dueOn !== null && amountCents > 0 && `due ${formatCalendarDay(dueOn).replace(/, \d{4}$/, "")}`,
  },
  {
    key: "charge",
    header: "Charge",
    align: "end",
    phoneSlot: "figure",
    className: "sm:whitespace-nowrap sm:align-baseline",
    cell: ({ amountCents }) => amountCents > 0 && formatMoney(amountCents),
  },
  {
    key: "credit",
    header: "Payment or credit",
    align: "end",
    phoneSlot: "figure",
    className: "sm:whitespace-nowrap sm:align-baseline",
    cell: ({ amountCents }) => amountCents < 0 && formatMoney(-amountCents),
    phoneCell: ({ amountCents }) => amountCents < 0 && `−${formatMoney(-amountCents)}`,
  },
  {
    key: "balance",
    header: "Balance",
    phoneSlot: "badge",
    align: "end",
    className: "sm:whitespace-nowrap sm:align-baseline",
    cell: ({ balanceCents }) => <span className="font-medium">{formatBalance(balanceCents)}</span>,
    phoneCell: ({ balanceCents, isBalance }) =>
      isBalance || balanceCents < 0 ? formatBalance(balanceCents) : `Balance ${formatBalance(balanceCents)}`,
  },
];

const formatMoney = (cents: number) => formatCents(toCents(cents));
