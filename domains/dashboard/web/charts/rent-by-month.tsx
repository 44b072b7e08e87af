import type { LedgerMonth } from "#domains/ledger/reports-contract.ts";
import { formatMonth } from "#domains/ledger/web/reports/month-bars.tsx";
import { formatCents, toCents } from "#shared/format/money.ts";
import { classes } from "#web/ui/classes.ts";
import { getAxisTicks } from "./axis-ticks.ts";

const money = (cents: number) => formatCents(toCents(cents));
const compact = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", notation: "compact" });
const shortName = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });

/** Returns what was due in a month minus credits, how much of it was collected, and the shortfall. */
export function summarizeCollection({ chargedCents, creditedCents, collectedCents }: LedgerMonth) {
  const dueCents = chargedCents - creditedCents;
  return {
    dueCents,
    collectedCents,
    shortCents: Math.max(0, dueCents - collectedCents),
    rate: dueCents <= 0 ? "–" : `${Math.round((100 * collectedCents) / dueCents)}%`,
  };
}

const legend = [
  { words: "Collected", className: "fill-green-dot" },
  { words: "Shortfall", className: "fill-red-dot" },
] as const;

/** Each month's collected rent and shortfall, as bars with an axis, and as a table for screen readers. */
export function RentByMonth({ months }: { months: readonly LedgerMonth[] }) {
  const bars = months.map((month) => ({ month: month.month, ...summarizeCollection(month) }));
  const ticks = getAxisTicks(Math.max(...bars.map((bar) => Math.max(bar.dueCents, bar.collectedCents)), 0));
  const top = ticks.at(-1) ?? 1;
  const height = (cents: number) => (100 * Math.max(0, cents)) / top;
  return (
    <div className="relative px-2 pb-2">
      <div aria-hidden="true">
        <p className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm">
          {legend.map(({ words, className }) => (
            <span key={words} className="inline-flex items-center gap-2">
              <svg aria-hidden="true" className="size-2.5">
                <rect width="100%" height="100%" rx="3" className={className} />
              </svg>
              {words}
            </span>
          ))}
        </p>
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
          <p className="flex h-44 flex-col-reverse justify-between text-right text-ink-soft text-xs leading-0 tabular-nums">
            {ticks.map((cents) => (
              <span key={cents}>{compact.format(cents / 100)}</span>
            ))}
          </p>
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${100 * bars.length} 100`}
            preserveAspectRatio="none"
            className="block h-44 w-full overflow-visible"
          >
            {ticks.map((cents) => (
              <line
                key={cents}
                x1="0"
                x2={100 * bars.length}
                y1={100 - height(cents)}
                y2={100 - height(cents)}
                className="stroke-line"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {bars.map(({ month, collectedCents, shortCents, rate }, at) => (
              <g key={month}>
                <title>{`${formatMonth(month)}: ${rate} collected, ${money(shortCents)} short`}</title>
                <rect
                  x={100 * at + 20}
                  width="60"
                  y={100 - height(collectedCents)}
                  height={height(collectedCents)}
                  className="fill-green-dot"
                />
                <rect
                  x={100 * at + 20}
                  width="60"
                  y={100 - height(collectedCents) - height(shortCents)}
                  height={height(shortCents)}
                  className="fill-red-dot"
                />
              </g>
            ))}
          </svg>
          <span />
          <p className="mt-2 grid auto-cols-fr grid-flow-col text-center text-ink-soft text-xs">
            {bars.map(({ month, rate }, at) => (
              <span
                key={month}
                className={classes(
                  "-mx-2 whitespace-nowrap",
                  (bars.length - at) % 2 === 0 && "max-sm:invisible",
                )}
              >
                {shortName.format(new Date(`${month}T00:00:00Z`))}
                <span className="block font-medium text-ink tabular-nums">{rate}</span>
              </span>
            ))}
          </p>
        </div>
      </div>
      <div className="sr-only">
        <table>
          <caption>Rent due and collected by month</caption>
          <thead>
            <tr>
              {["Month", "Due", "Collected", "Rate", "Shortfall"].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ month, dueCents, collectedCents, rate, shortCents }) => (
              <tr key={month}>
                <th scope="row">{formatMonth(month)}</th>
                <td>{money(dueCents)}</td>
                <td>{money(collectedCents)}</td>
                <td>{rate}</td>
                <td>{money(shortCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
