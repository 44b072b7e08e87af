import { type Day, daysFromTo, daysInMonth } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { type Column, Table } from "#web/ui/table.tsx";
import type { Schedule } from "../terms-facts.ts";
import { changesIn, type HeldTerms } from "./schedule-notes.ts";

type Month = Schedule["months"][number];
type Charge = Month["charges"][number];

interface ScheduleTableProps {
  caption: string;
  schedule: Schedule;
  /** Terms by period, to explain why a month differs from the one before. */
  held: readonly HeldTerms[];
}

/** The charges of each month: an amount for each charge, the total, and the changes. */
export function ScheduleTable({ caption, schedule, held }: ScheduleTableProps) {
  const columns: Column<Month>[] = [
    {
      key: "month",
      header: "Month",
      onPhone: "title",
      cell: ({ month }) => <span className="whitespace-nowrap font-medium">{monthInWords(month)}</span>,
    },
    ...labelsOf(schedule).map(
      (label): Column<Month> => ({
        key: `charge ${label}`,
        header: label,
        align: "end",
        className: "sm:whitespace-nowrap",
        cell: ({ charges }) => <Amounts charges={charges.filter((charge) => charge.label === label)} />,
      }),
    ),
    {
      key: "total",
      header: "Total",
      onPhone: "figure",
      align: "end",
      className: "sm:whitespace-nowrap",
      cell: ({ totalCents }) => <span className="font-medium">{formatCents(toCents(totalCents))}</span>,
    },
    {
      key: "changes",
      header: "What changes",
      cell: ({ month }) => changesOf(changesIn(month, held)),
    },
  ];
  return <Table caption={caption} columns={columns} rows={schedule.months} rowKey={({ month }) => month} />;
}

/** The labels of all charges in the schedule, in the order of the terms. */
const labelsOf = ({ months }: Schedule): string[] => {
  const charges = months.flatMap((month) => month.charges).sort((a, b) => a.lineKey - b.lineKey);
  return [...new Set(charges.map(({ label }) => label))];
};

const Amounts = ({ charges }: { charges: readonly Charge[] }) =>
  charges.length === 0 ? (
    <span className="text-ink-faint">{formatCents(toCents(0))}</span>
  ) : (
    charges.map((charge) => (
      <span key={`${charge.termsNumber} ${charge.lineKey}`} className="block">
        {formatCents(toCents(charge.amountCents))}
        {partOfMonth(charge) !== undefined && (
          <span className="block whitespace-nowrap text-ink-soft text-sm">{partOfMonth(charge)}</span>
        )}
      </span>
    ))
  );

const changesOf = (notes: readonly string[]) =>
  notes.length > 0 && (
    <ul className="text-sm">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );

/** `Jan 15 to 31`; undefined for a whole month. */
export const partOfMonth = ({ from, to }: Charge): string | undefined =>
  daysFromTo(from, to) === daysInMonth(from)
    ? undefined
    : `${formatCalendarDay(from).split(",")[0]} to ${Number(to.slice(8))}`;

const months = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** `January 2027`. */
export const monthInWords = (day: Day): string => months.format(new Date(`${day}T00:00:00Z`));

/** `$3,000.00 will be charged now for Base rent, Nov 15, 2026 to Nov 30, 2026.`; undefined when nothing is charged now. */
export function chargedNow({ postedAtOnce, postedAtOnceCents }: Schedule, verb: string): string | undefined {
  if (postedAtOnce.length === 0) return undefined;
  const labels = [...new Set(postedAtOnce.map(({ label }) => label))];
  const first = postedAtOnce.map(({ from }) => from).sort()[0] ?? "";
  const last =
    postedAtOnce
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? "";
  return `${formatCents(toCents(postedAtOnceCents))} ${verb} for ${inWords(labels)}, ${formatCalendarDay(first)} to ${formatCalendarDay(last)}.`;
}

const inWords = (labels: readonly string[]): string =>
  labels.length < 2 ? labels.join("") : `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}`;

/** An example late fee, for the first rent of the schedule; undefined when there is no fee. */
export function lateFeeExample({ months: all }: Schedule): string | undefined {
  const first = all.flatMap(({ lateFees }) => lateFees)[0];
  if (first === undefined) return undefined;
  return `Rent of ${formatCents(toCents(first.rentCents))} due ${formatCalendarDay(first.dueOn)} and not paid before ${formatCalendarDay(first.feeOn)} costs a late fee of ${formatCents(toCents(first.feeCents))}.`;
}
