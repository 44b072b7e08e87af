import { countDays, countDaysInMonth } from "#shared/calendar.ts";
import { formatCalendarDay, formatMonth } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import type { Schedule } from "../../terms-fields.ts";
import { type AppliedTerms, describeMonthChanges } from "./schedule-notes.ts";

type ScheduleMonth = Schedule["months"][number];
type Charge = ScheduleMonth["charges"][number];

interface ScheduleTableProps {
  caption: string;
  schedule: Schedule;
  /** Terms by period, used to explain why a month differs from the previous one. */
  appliedTerms: readonly AppliedTerms[];
}

/** The charges for each month: an amount for each charge, the total, and the changes. */
export function ScheduleTable({ caption, schedule, appliedTerms }: ScheduleTableProps) {
  const columns: Column<ScheduleMonth>[] = [
    {
      key: "month",
      header: "Month",
      phoneSlot: "title",
      cell: ({ month }) => <span className="whitespace-nowrap font-medium">{formatMonth(month)}</span>,
    },
    ...getLabels(schedule).map(
      (label): Column<ScheduleMonth> => ({
        key: `charge ${label}`,
        header: label,
        align: "end",
        className: "sm:whitespace-nowrap",
        cell: ({ charges }) => <ChargeAmounts charges={charges.filter((charge) => charge.label === label)} />,
      }),
    ),
    {
      key: "total",
      header: "Total",
      phoneSlot: "figure",
      align: "end",
      className: "sm:whitespace-nowrap",
      cell: ({ totalCents }) => <span className="font-medium">{formatCents(toCents(totalCents))}</span>,
    },
    {
      key: "changes",
      header: "Changes",
      cell: ({ month }) => renderChanges(describeMonthChanges(month, appliedTerms)),
    },
  ];
  return <Table caption={caption} columns={columns} rows={schedule.months} rowKey={({ month }) => month} />;
}

/** The labels of all charges in the schedule, in the order of the terms. */
const getLabels = ({ months }: Schedule): string[] => {
  const charges = months.flatMap((month) => month.charges).sort((a, b) => a.lineKey - b.lineKey);
  return [...new Set(charges.map(({ label }) => label))];
};

const ChargeAmounts = ({ charges }: { charges: readonly Charge[] }) =>
  charges.length === 0 ? (
    <span className="text-ink-faint">{formatCents(toCents(0))}</span>
  ) : (
    charges.map((charge) => (
      <span key={`${charge.termsNumber} ${charge.lineKey}`} className="block">
        {formatCents(toCents(charge.amountCents))}
        {formatPartialMonth(charge) !== undefined && (
          <span className="block whitespace-nowrap text-ink-soft text-sm">{formatPartialMonth(charge)}</span>
        )}
      </span>
    ))
  );

const renderChanges = (notes: readonly string[]) =>
  notes.length > 0 && (
    <ul className="text-sm">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );

/** Formats a partial month as `Jan 15 to 31`. Undefined for a full month. */
export const formatPartialMonth = ({ from, to }: Charge): string | undefined =>
  countDays(from, to) === countDaysInMonth(from)
    ? undefined
    : `${formatCalendarDay(from).split(",")[0]} to ${Number(to.slice(8))}`;

/** The step that posts the charges that are due: the action being confirmed, the activation, or saving. */
export type ChargeTrigger = "now" | "activation" | "save";

/**
 * Describes the charges that are posted immediately: `$3,000.00 will be charged now for Base rent, Nov 15, 2026 to
 * Nov 30, 2026.` Undefined if there are none.
 */
export function describeImmediateCharges(
  { postedImmediately, postedImmediatelyCents }: Schedule,
  trigger: ChargeTrigger,
): string | undefined {
  if (postedImmediately.length === 0) return undefined;
  const labels = [...new Set(postedImmediately.map(({ label }) => label))];
  const firstDay = postedImmediately.map(({ from }) => from).sort()[0] ?? "";
  const lastDay =
    postedImmediately
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? "";
  const amount = formatCents(toCents(postedImmediatelyCents));
  const charges = `${listLabels(labels)}, ${formatCalendarDay(firstDay)} to ${formatCalendarDay(lastDay)}`;
  const sentences: Record<ChargeTrigger, string> = {
    now: `${amount} will be charged now for ${charges}.`,
    activation: `If you activate the lease today, ${amount} will be charged for ${charges}.`,
    save: `When you save, ${amount} will be charged for ${charges}.`,
  };
  return sentences[trigger];
}

/** Describes the charges that are overdue as soon as they're posted. Empty if there are none. */
export function describeOverdueCharges({ postedImmediately }: Schedule, today: string): string {
  const overdueCharges = postedImmediately.filter(({ dueOn }) => dueOn < today);
  const [firstDueOn] = overdueCharges.map(({ dueOn }) => dueOn).toSorted();
  if (firstDueOn === undefined) return "";
  const cents = overdueCharges.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return `${formatCents(toCents(cents))} of it was due before today, from ${formatCalendarDay(firstDueOn)}, so it will be overdue right away.`;
}

const listLabels = (labels: readonly string[]): string => new Intl.ListFormat("en-US").format(labels);

/** Gives an example of a late fee, using the schedule's first rent charge. Undefined if there is no fee. */
export function describeLateFee({ months: scheduleMonths }: Schedule): string | undefined {
  const firstLateFee = scheduleMonths.flatMap(({ lateFees }) => lateFees)[0];
  if (firstLateFee === undefined) return undefined;
  return `Rent of ${formatCents(toCents(firstLateFee.rentCents))} due ${formatCalendarDay(firstLateFee.dueOn)} that isn't paid before ${formatCalendarDay(firstLateFee.feeOn)} incurs a late fee of ${formatCents(toCents(firstLateFee.feeCents))}.`;
}
