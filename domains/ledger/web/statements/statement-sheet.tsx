import type { ReactNode } from "react";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { classes } from "#web/ui/classes.ts";
import { Lead } from "#web/ui/lead.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { formatBalance } from "../../describe.ts";
import type { Statement } from "../../statement-contract.ts";

interface Row {
  key: string;
  onDay: string;
  description: string;
  dueOn: string | null;
  amountCents: number;
  depositCents: number;
  balanceCents: number;
  isEnd: boolean;
}

/** A printable statement: sender and recipient, the entries between two balances, and the balance aging. */
export function StatementSheet({ statement }: { statement: Statement }) {
  const { organization, company, property, units, from, to, today } = statement;
  return (
    <Lead className="print:border-0">
      <header className="flex flex-wrap justify-between gap-x-10 gap-y-4 p-4 sm:p-5">
        <div>
          <p className="text-lead">{organization.name}</p>
          {organization.address.map((line) => (
            <p key={line} className="text-ink-soft">
              {line}
            </p>
          ))}
          <p className="text-ink-soft">{organization.email}</p>
        </div>
        <div className="sm:text-right">
          <h2 className="text-lead">Statement of account</h2>
          <p className="tabular-nums">{`${formatCalendarDay(from)} to ${formatCalendarDay(to)}`}</p>
          <p className="text-ink-soft tabular-nums">{`Prepared ${formatCalendarDay(today)}`}</p>
        </div>
        <div className="w-full">
          <p className="font-medium wrap-anywhere">{company}</p>
          <p className="text-ink-soft wrap-anywhere">
            {[
              property.name,
              units.length === 0 ? "" : `${units.length === 1 ? "unit" : "units"} ${units.join(", ")}`,
            ]
              .filter((part) => part !== "")
              .join(", ")}
          </p>
          <p className="text-ink-soft wrap-anywhere">{property.address.join(", ")}</p>
        </div>
      </header>
      <Summary statement={statement} />
      <Table caption="Entries" columns={columns} rows={toRows(statement)} rowKey={({ key }) => key} />
      <Aging statement={statement} />
    </Lead>
  );
}

function Summary({ statement }: { statement: Statement }) {
  const { closingCents, overdueCents, notYetDueCents, creditCents, depositCents } = statement;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-line border-y px-(--inset) py-4 sm:grid-cols-4">
      <Figure name="Balance">{formatBalance(closingCents)}</Figure>
      <Figure name="Overdue" isBad={overdueCents > 0}>
        {money(overdueCents)}
      </Figure>
      <Figure name="Not due yet">{money(notYetDueCents)}</Figure>
      {creditCents > 0 && <Figure name="Unapplied credit">{money(creditCents)}</Figure>}
      <Figure name="Security deposit held">{money(depositCents)}</Figure>
    </dl>
  );
}

/** The unpaid amount by days overdue. */
function Aging({ statement: { notYetDueCents, aging } }: { statement: Statement }) {
  return (
    <section aria-label="Balance aging" className="break-inside-avoid border-line border-t px-(--inset) py-4">
      <h3 className="mb-3 font-medium">Balance aging</h3>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-5">
        <Figure name="Not due yet">{money(notYetDueCents)}</Figure>
        <Figure name="1 to 30 days">{money(aging.upTo30Cents)}</Figure>
        <Figure name="31 to 60 days">{money(aging.upTo60Cents)}</Figure>
        <Figure name="61 to 90 days">{money(aging.upTo90Cents)}</Figure>
        <Figure name="Over 90 days">{money(aging.over90Cents)}</Figure>
      </dl>
    </section>
  );
}

const Figure = ({
  name,
  isBad = false,
  children,
}: {
  name: string;
  isBad?: boolean;
  children: ReactNode;
}) => (
  <div className="min-w-0">
    <dt className="text-ink-soft text-sm">{name}</dt>
    <dd className={classes("mt-0.5 font-semibold tabular-nums", isBad && "text-red-text")}>{children}</dd>
  </div>
);

function toRows({ from, to, openingCents, closingCents, lines }: Statement): Row[] {
  const end = { dueOn: null, amountCents: 0, depositCents: 0, isEnd: true };
  return [
    { ...end, key: "opening", onDay: from, description: "Opening balance", balanceCents: openingCents },
    ...lines.map(({ id, description, ...line }) => ({
      ...line,
      key: String(id),
      description,
      isEnd: false,
    })),
    { ...end, key: "closing", onDay: to, description: "Closing balance", balanceCents: closingCents },
  ];
}

const columns: Column<Row>[] = [
  {
    key: "day",
    header: "Date",
    onPhone: "line",
    className: "sm:whitespace-nowrap sm:align-baseline",
    cell: ({ onDay }) => <span className="tabular-nums">{formatCalendarDay(onDay)}</span>,
  },
  {
    key: "description",
    header: "Entry",
    onPhone: "title",
    className: "sm:w-full sm:align-baseline",
    cell: ({ description, dueOn, onDay, amountCents, depositCents, isEnd }) => (
      <>
        <span className={classes("wrap-anywhere", isEnd && "font-medium")}>{description}</span>
        {dueOn !== null && dueOn !== onDay && amountCents > 0 && (
          <span className="block font-normal text-ink-soft text-sm">{`Due ${formatCalendarDay(dueOn)}`}</span>
        )}
        {depositCents !== 0 && (
          <span className="block font-normal text-ink-soft text-sm">
            {depositCents > 0
              ? `Security deposit increased by ${money(depositCents)}`
              : `Security deposit decreased by ${money(-depositCents)}`}
          </span>
        )}
      </>
    ),
  },
  {
    key: "charge",
    header: "Charge",
    align: "end",
    onPhone: "figure",
    className: "sm:whitespace-nowrap sm:align-baseline",
    cell: ({ amountCents }) => amountCents > 0 && money(amountCents),
  },
  {
    key: "credit",
    header: "Payment or credit",
    align: "end",
    onPhone: "figure",
    className: "sm:whitespace-nowrap sm:align-baseline",
    cell: ({ amountCents }) => amountCents < 0 && money(-amountCents),
    phoneCell: ({ amountCents }) => amountCents < 0 && `−${money(-amountCents)}`,
  },
  {
    key: "balance",
    header: "Balance",
    onPhone: "badge",
    align: "end",
    className: "sm:whitespace-nowrap sm:align-baseline",
    cell: ({ balanceCents }) => <span className="font-medium">{formatBalance(balanceCents)}</span>,
  },
];

const money = (cents: number) => formatCents(toCents(cents));
