import { useState } from "react";
import { monthStart } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { ChevronDown } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";
import type { Schedule } from "../terms-facts.ts";
import { changesIn, type HeldTerms } from "./schedule-notes.ts";
import { monthInWords, partOfMonth } from "./schedule-table.tsx";

type Month = Schedule["months"][number];

interface ScheduleByYearProps {
  schedule: Schedule;
  /** Terms by period, to explain why a month differs from the one before. */
  held: readonly HeldTerms[];
}

const yearsOpen = 2;
const money = (cents: number) => formatCents(toCents(cents));

/** The charges month by month, with the total of each year; the years after the second open on request. */
export function ScheduleByYear({ schedule: { months, totalCents }, held }: ScheduleByYearProps) {
  const [toggled, setToggled] = useState<readonly string[]>([]);
  const years = [...new Set(months.map(yearOf))];
  const toggle = (year: string) =>
    setToggled(toggled.includes(year) ? toggled.filter((one) => one !== year) : [...toggled, year]);
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
        const isOpen = index < yearsOpen !== toggled.includes(year);
        const ofYear = months.filter((month) => yearOf(month) === year);
        return (
          <tbody key={year} className="border-line border-b">
            <tr className="bg-sunken">
              <th scope="rowgroup" className="p-0 font-semibold">
                <button
                  type="button"
                  aria-expanded={isOpen}
                  onClick={() => toggle(year)}
                  className="flex min-h-9 w-full items-center gap-1.5 px-2 text-left max-sm:min-h-11"
                >
                  <ChevronDown
                    aria-hidden="true"
                    className={classes("size-4 transition-transform duration-150", !isOpen && "-rotate-90")}
                  />
                  {year}
                </button>
              </th>
              <td className="whitespace-nowrap px-2 text-right font-semibold">
                {money(ofYear.reduce((sum, month) => sum + month.totalCents, 0))}
              </td>
            </tr>
            {isOpen &&
              ofYear.map((month) => <MonthRow key={month.month} month={month} months={months} held={held} />)}
          </tbody>
        );
      })}
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" className="px-2 py-2">
            {months.length === 1 ? "One month" : `Total of ${months.length} months`}
          </th>
          <td className="whitespace-nowrap px-2 py-2 text-right">{money(totalCents)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

const yearOf = ({ month }: Month): string => month.slice(0, 4);

interface MonthRowProps {
  month: Month;
  months: readonly Month[];
  held: readonly HeldTerms[];
}

/** A month says what changed, and names its charges when they differ from those of the month before. */
function MonthRow({ month, months, held }: MonthRowProps) {
  const before = months[months.indexOf(month) - 1];
  const isOther = before === undefined || amountsOf(before) !== amountsOf(month);
  return (
    <tr className="border-line border-t align-top">
      <th scope="row" className="py-1.5 pr-2 pl-7.5 font-normal">
        {monthInWords(month.month)}
        {[...changesIn(month.month, held), ...(isOther ? chargesOf(month) : [])].map((note) => (
          <span key={note} className="block text-ink-soft text-sm wrap-anywhere">
            {note}
          </span>
        ))}
      </th>
      <td className="whitespace-nowrap px-2 py-1.5 text-right">{money(month.totalCents)}</td>
    </tr>
  );
}

/** Nothing for a single charge of a whole month, which is the total. */
const chargesOf = ({ charges }: Month): string[] =>
  charges.length === 1 && charges.every((charge) => partOfMonth(charge) === undefined)
    ? []
    : charges.map((charge) =>
        [`${charge.label} ${money(charge.amountCents)}`, partOfMonth(charge)].filter(Boolean).join(", "),
      );

const amountsOf = ({ charges }: Month): string =>
  JSON.stringify(charges.map(({ lineKey, amountCents }) => [lineKey, amountCents]));

/** What the schedule covers: `The whole term, through Dec 31, 2029.` */
export function spanInWords({ months }: Schedule, lastDay: string | null): string {
  const last = months.at(-1)?.month ?? "";
  if (lastDay === null) return `Open-ended: shown through ${monthInWords(last)}.`;
  return monthStart(lastDay) > last
    ? `Shown through ${monthInWords(last)}.`
    : `The whole term, through ${formatCalendarDay(lastDay)}.`;
}
