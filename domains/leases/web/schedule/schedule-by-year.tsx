import { useState } from "react";
import { monthStart } from "#shared/calendar.ts";
import { formatCalendarDay, formatMonth } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { ChevronDown } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";
import type { Schedule } from "../../terms-fields.ts";
import { type AppliedTerms, describeMonthChanges } from "./schedule-notes.ts";
import { formatPartialMonth } from "./schedule-table.tsx";

type ScheduleMonth = Schedule["months"][number];

interface ScheduleByYearProps {
  schedule: Schedule;
  /** Terms by period, used to explain why a month differs from the previous one. */
  appliedTerms: readonly AppliedTerms[];
}

const initiallyExpandedYears = 2;
const formatMoney = (cents: number) => formatCents(toCents(cents));

/** The charges by month, with a total for each year. The years after the second are collapsed. */
export function ScheduleByYear({ schedule: { months, totalCents }, appliedTerms }: ScheduleByYearProps) {
  const [toggledYears, setToggledYears] = useState<readonly string[]>([]);
  const years = [...new Set(months.map(getYear))];
  const toggleYear = (year: string) =>
    setToggledYears(
      toggledYears.includes(year)
        ? toggledYears.filter((toggledYear) => toggledYear !== year)
        : [...toggledYears, year],
    );
  return (
    <table className="w-full text-left tabular-nums">
      <caption className="sr-only">Schedule</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Charged</th>
        </tr>
      </thead>
      {years.map((year, index) => {
        const isOpen = index < initiallyExpandedYears !== toggledYears.includes(year);
        const monthsInYear = months.filter((month) => getYear(month) === year);
        return (
          <tbody key={year} className="border-line border-b">
            <tr className="bg-sunken">
              <th scope="rowgroup" className="p-0 font-semibold">
                <button
                  type="button"
                  aria-expanded={isOpen}
                  onClick={() => toggleYear(year)}
                  className="flex min-h-9 w-full items-center gap-1.5 px-2 text-left max-sm:min-h-11"
                >
                  <ChevronDown
                    aria-hidden="true"
                    className={classes("size-4 transition-transform", !isOpen && "-rotate-90")}
                  />
                  {year}
                </button>
              </th>
              <td className="whitespace-nowrap px-2 text-right font-semibold">
                {formatMoney(monthsInYear.reduce((sum, month) => sum + month.totalCents, 0))}
              </td>
            </tr>
            {isOpen &&
              monthsInYear.map((month) => (
                <MonthRow key={month.month} month={month} months={months} appliedTerms={appliedTerms} />
              ))}
          </tbody>
        );
      })}
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" className="px-2 py-2">
            {months.length === 1 ? "One month" : `Total of ${months.length} months`}
          </th>
          <td className="whitespace-nowrap px-2 py-2 text-right">{formatMoney(totalCents)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

const getYear = ({ month }: ScheduleMonth): string => month.slice(0, 4);

interface MonthRowProps {
  month: ScheduleMonth;
  months: readonly ScheduleMonth[];
  appliedTerms: readonly AppliedTerms[];
}

/** Lists the changes in a month, and its charges if they differ from the previous month's. */
function MonthRow({ month, months, appliedTerms }: MonthRowProps) {
  const previousMonth = months[months.indexOf(month) - 1];
  const hasNewAmounts = previousMonth === undefined || toAmountsKey(previousMonth) !== toAmountsKey(month);
  return (
    <tr className="border-line border-t align-top">
      <th scope="row" className="py-1.5 pr-2 pl-7.5 font-normal">
        {formatMonth(month.month)}
        {[
          ...describeMonthChanges(month.month, appliedTerms),
          ...(hasNewAmounts ? describeCharges(month) : []),
        ].map((note) => (
          <span key={note} className="block text-ink-soft text-sm wrap-anywhere">
            {note}
          </span>
        ))}
      </th>
      <td className="whitespace-nowrap px-2 py-1.5 text-right">{formatMoney(month.totalCents)}</td>
    </tr>
  );
}

/** Empty for a single full-month charge, which equals the total. */
const describeCharges = ({ charges }: ScheduleMonth): string[] =>
  charges.length === 1 && charges.every((charge) => formatPartialMonth(charge) === undefined)
    ? []
    : charges.map((charge) =>
        [`${charge.label} ${formatMoney(charge.amountCents)}`, formatPartialMonth(charge)]
          .filter(Boolean)
          .join(", "),
      );

const toAmountsKey = ({ charges }: ScheduleMonth): string =>
  JSON.stringify(charges.map(({ lineKey, amountCents }) => [lineKey, amountCents]));

/** Describes the period that the schedule covers: `Full term, through Dec 31, 2029.` */
export function describeSpan({ months }: Schedule, lastDay: string | null): string {
  const lastMonth = months.at(-1)?.month ?? "";
  if (lastDay === null) return `Open-ended. Showing through ${formatMonth(lastMonth)}.`;
  return monthStart(lastDay) > lastMonth
    ? `Showing through ${formatMonth(lastMonth)}.`
    : `Full term, through ${formatCalendarDay(lastDay)}.`;
}
