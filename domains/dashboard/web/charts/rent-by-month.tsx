import { Link } from "wouter";
import type { LedgerMonth } from "#domains/ledger/reports-contract.ts";
import { overdueLeasesPath, yearReportPath } from "#domains/reports/paths.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { classes } from "#web/ui/classes.ts";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { formatMonthName, formatRate, sumToCollect } from "./month-due.ts";

const money = (cents: number) => formatCents(toCents(cents));
const compact = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", notation: "compact" });
const yearOf = (month: string) => Number(month.slice(0, 4));

const hatched = "hatched border";
const outlined = "border border-chart";
const mark = "mr-1.25 inline-block size-2.5 rounded-[3px] align-[-1px]";

/** What the chart shows, in a sentence. */
function summarize(months: readonly LedgerMonth[]): string {
  const unpaid = months.filter(({ overdueCents }) => overdueCents > 0);
  const cents = unpaid.reduce((sum, { overdueCents }) => sum + overdueCents, 0);
  const names = unpaid.map(({ month }) => formatMonthName(month));
  if (months.every(({ dueCents }) => dueCents === 0)) return "No rent was due in the last 12 months";
  if (cents === 0) return "Everything due so far is paid";
  if (names.length > 2) return `Unpaid: ${money(cents)} in ${names.length} months`;
  return `Unpaid: ${money(cents)} in ${names.join(" and ")}`;
}

/**
 * The rent due in each month and how much of it is collected, as bars that open the report or the overdue
 * leases, and as a table for screen readers.
 */
export function RentByMonth({ months }: { months: readonly LedgerMonth[] }) {
  const ticks = getAxisTicks(Math.max(...months.map(({ dueCents }) => dueCents), 0));
  const top = ticks.at(-1) || 1;
  const height = (cents: number) => ({ height: `${(100 * Math.max(0, cents)) / top}%` });
  return (
    <div className="relative">
      <p className="flex flex-wrap gap-x-3.5 py-2 text-ink-soft text-xs">
        <span>
          <i aria-hidden="true" className={classes(mark, "bg-chart")} />
          Collected
        </span>
        <span>
          {months.some(({ overdueCents }) => overdueCents > 0) && (
            <i aria-hidden="true" className={classes(mark, hatched)} />
          )}
          {summarize(months)}
        </span>
        {months.some(({ upcomingCents }) => upcomingCents > 0) && (
          <span>
            <i aria-hidden="true" className={classes(mark, outlined)} />
            Not due yet
          </span>
        )}
      </p>
      <div className="relative mt-3 mb-6 h-33 pl-9.5">
        <div aria-hidden="true">
          {ticks.map((cents) => (
            <span
              key={cents}
              style={{ bottom: `${(100 * cents) / top}%` }}
              className="absolute inset-x-0 flex h-0 items-center text-ink-soft text-xs tabular-nums"
            >
              <span className="w-9.5 whitespace-nowrap pr-1.5 text-right">{compact.format(cents / 100)}</span>
              <span className="flex-1 border-line border-t" />
            </span>
          ))}
        </div>
        <ul aria-label="Rent by month" className="relative flex h-full">
          {months.map((month, index) => {
            const isCurrent = index === months.length - 1;
            return (
              <li key={month.month} className="relative flex-1">
                <Bar month={month} height={height} />
                <span
                  aria-hidden="true"
                  className={classes(
                    "absolute inset-x-0 top-full pt-1.5 text-center text-xs",
                    isCurrent ? "font-semibold text-ink" : "text-ink-soft",
                  )}
                >
                  <span className="max-sm:hidden">{formatMonthName(month.month, "short")}</span>
                  <span className="sm:hidden">{formatMonthName(month.month, "short").slice(0, 1)}</span>
                </span>
              </li>
            );
          })}
        </ul>
      </div>
      <MonthTable months={months} />
    </div>
  );
}

interface BarProps {
  month: LedgerMonth;
  /** The style for the height of an amount. */
  height: (cents: number) => { height: string };
}

/** The parts of a month. On a phone, the bar is too narrow for a thumb, so it isn't a link. */
function Bar({ month: due, height }: BarProps) {
  const { month, collectedCents } = due;
  const rate = formatRate(due);
  const isPhone = useIsPhone();
  const bar = "w-5.5 max-w-[62%] rounded-xs";
  const parts = (
    <>
      {due.overdueCents > 0 && (
        <>
          <span className="font-semibold text-red-text text-xs max-sm:hidden">{rate}</span>
          <span style={height(due.overdueCents)} className={classes("mb-0.5", bar, hatched)} />
        </>
      )}
      {due.upcomingCents > 0 && (
        <span style={height(due.upcomingCents)} className={classes("border-b-0", bar, outlined)} />
      )}
      <span
        style={height(collectedCents)}
        className={classes("bg-chart group-hover:brightness-90 forced-colors:border", bar)}
      />
    </>
  );
  const className = "group flex h-full flex-col items-center justify-end rounded-sm";
  if (isPhone) return <div className={className}>{parts}</div>;
  const name = `${formatMonthName(month)} ${yearOf(month)}: ${money(collectedCents)} of ${money(sumToCollect(due))} collected, ${rate}`;
  return (
    <Link
      href={due.overdueCents > 0 ? overdueLeasesPath : yearReportPath(yearOf(month))}
      aria-label={name}
      title={name}
      className={classes(className, "hover:bg-hover")}
    >
      {parts}
    </Link>
  );
}

const MonthTable = ({ months }: { months: readonly LedgerMonth[] }) => (
  <div className="sr-only">
    <table>
      <caption>Rent due and collected by month</caption>
      <thead>
        <tr>
          {["Month", "Due", "Collected", "Rate", "Credited", "Unpaid", "Not due yet"].map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month}>
            <th scope="row">{`${formatMonthName(month.month)} ${yearOf(month.month)}`}</th>
            <td>{money(month.dueCents)}</td>
            <td>{money(month.collectedCents)}</td>
            <td>{formatRate(month)}</td>
            <td>{money(month.creditedCents)}</td>
            <td>{money(month.overdueCents)}</td>
            <td>{money(month.upcomingCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const steps = [1, 2, 2.5, 5, 10];
/** With 0, up to three grid lines. */
const intervals = 2;

/** Returns the ticks of an axis from 0 to at least `highest`, in round whole steps. */
export function getAxisTicks(highest: number): number[] {
  if (highest <= 0) return [0];
  const least = Math.max(1, highest / intervals);
  const power = 10 ** Math.floor(Math.log10(least));
  const step =
    steps.map((step) => step * power).find((step) => step >= least && Number.isInteger(step)) ?? 10 * power;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
