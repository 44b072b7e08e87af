import { Link } from "wouter";
import type { LedgerMonth } from "#domains/ledger/reports-contract.ts";
import { overdueLeasesPath, yearReportPath } from "#domains/reports/paths.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { classes } from "#web/ui/classes.ts";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { formatMonthName, formatRate, getCentsToCollect } from "./month-due.ts";

const formatMoney = (cents: number) => formatCents(toCents(cents));
const compactMoneyFormat = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
});
const getYear = (month: string) => Number(month.slice(0, 4));

const hatchedClasses = "hatched border";
const outlinedClasses = "border border-chart";
const legendSwatchClasses = "mr-1.25 inline-block size-2.5 rounded-[3px] align-[-1px]";

/** Summarizes the chart in one sentence. */
function summarize(months: readonly LedgerMonth[]): string {
  const unpaidMonths = months.filter(({ overdueCents }) => overdueCents > 0);
  const cents = unpaidMonths.reduce((sum, { overdueCents }) => sum + overdueCents, 0);
  const names = unpaidMonths.map(({ month }) => formatMonthName(month));
  if (months.every(({ dueCents }) => dueCents === 0)) return "No rent was due in the last 12 months";
  if (cents === 0) return "Everything due so far is paid";
  if (names.length > 2) return `Unpaid: ${formatMoney(cents)} in ${names.length} months`;
  return `Unpaid: ${formatMoney(cents)} in ${names.join(" and ")}`;
}

/**
 * The rent due in each month and how much of it is collected, as bars that open the report or the overdue
 * leases, and as a table for screen readers.
 */
export function RentByMonth({ months }: { months: readonly LedgerMonth[] }) {
  const ticks = getAxisTicks(Math.max(...months.map(({ dueCents }) => dueCents), 0));
  const axisMaxCents = ticks.at(-1) || 1;
  const getHeightStyle = (cents: number) => ({ height: `${(100 * Math.max(0, cents)) / axisMaxCents}%` });
  return (
    <div className="relative">
      <p className="flex flex-wrap gap-x-3.5 py-2 text-ink-soft text-xs">
        <span>
          <i aria-hidden="true" className={classes(legendSwatchClasses, "bg-chart")} />
          Collected
        </span>
        <span>
          {months.some(({ overdueCents }) => overdueCents > 0) && (
            <i aria-hidden="true" className={classes(legendSwatchClasses, hatchedClasses)} />
          )}
          {summarize(months)}
        </span>
        {months.some(({ upcomingCents }) => upcomingCents > 0) && (
          <span>
            <i aria-hidden="true" className={classes(legendSwatchClasses, outlinedClasses)} />
            Not due yet
          </span>
        )}
      </p>
      <div className="relative mt-3 mb-6 h-33 pl-9.5">
        <div aria-hidden="true">
          {ticks.map((cents) => (
            <span
              key={cents}
              style={{ bottom: `${(100 * cents) / axisMaxCents}%` }}
              className="absolute inset-x-0 flex h-0 items-center text-ink-soft text-xs tabular-nums"
            >
              <span className="w-9.5 whitespace-nowrap pr-1.5 text-right">
                {compactMoneyFormat.format(cents / 100)}
              </span>
              <span className="flex-1 border-line border-t" />
            </span>
          ))}
        </div>
        <ul aria-label="Rent by month" className="relative flex h-full">
          {months.map((month, index) => {
            const isCurrent = index === months.length - 1;
            return (
              <li key={month.month} className="relative flex-1">
                <Bar month={month} getHeightStyle={getHeightStyle} />
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
  /** Returns the style for the height of an amount. */
  getHeightStyle: (cents: number) => { height: string };
}

/**
 * A month's collected, overdue, and upcoming amounts. Bars on phones are too narrow to tap, so they aren't
 * links.
 */
function Bar({ month, getHeightStyle }: BarProps) {
  const { collectedCents, overdueCents, upcomingCents } = month;
  const rate = formatRate(month);
  const isPhone = useIsPhone();
  const barClasses = "w-5.5 max-w-[62%] rounded-xs";
  const parts = (
    <>
      {overdueCents > 0 && (
        <>
          <span className="font-semibold text-red-text text-xs max-sm:hidden">{rate}</span>
          <span
            style={getHeightStyle(overdueCents)}
            className={classes("mb-0.5", barClasses, hatchedClasses)}
          />
        </>
      )}
      {upcomingCents > 0 && (
        <span
          style={getHeightStyle(upcomingCents)}
          className={classes("border-b-0", barClasses, outlinedClasses)}
        />
      )}
      <span
        style={getHeightStyle(collectedCents)}
        className={classes("bg-chart group-hover:brightness-90 forced-colors:border", barClasses)}
      />
    </>
  );
  const className = "group flex h-full flex-col items-center justify-end rounded-sm";
  if (isPhone) return <div className={className}>{parts}</div>;
  const name = `${formatMonthName(month.month)} ${getYear(month.month)}: ${formatMoney(collectedCents)} of ${formatMoney(getCentsToCollect(month))} collected, ${rate}`;
  return (
    <Link
      href={overdueCents > 0 ? overdueLeasesPath : yearReportPath(getYear(month.month))}
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
            <th scope="row">{`${formatMonthName(month.month)} ${getYear(month.month)}`}</th>
            <td>{formatMoney(month.dueCents)}</td>
            <td>{formatMoney(month.collectedCents)}</td>
            <td>{formatRate(month)}</td>
            <td>{formatMoney(month.creditedCents)}</td>
            <td>{formatMoney(month.overdueCents)}</td>
            <td>{formatMoney(month.upcomingCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const niceFactors = [1, 2, 2.5, 5, 10];
/** Up to three grid lines, including zero. */
const maxIntervals = 2;

/** Returns the ticks of an axis from 0 to at least `highest`, in round whole steps. */
export function getAxisTicks(highest: number): number[] {
  if (highest <= 0) return [0];
  const minStep = Math.max(1, highest / maxIntervals);
  const magnitude = 10 ** Math.floor(Math.log10(minStep));
  const step =
    niceFactors
      .map((factor) => factor * magnitude)
      .find((candidate) => candidate >= minStep && Number.isInteger(candidate)) ?? 10 * magnitude;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
