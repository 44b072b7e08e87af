import { formatCents, toCents } from "#shared/format/money.ts";
import { classes } from "#web/ui/classes.ts";

interface Month {
  month: string;
  dueCents: number;
  collectedCents: number;
}

const names = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });
const longNames = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const toDate = (month: string) => new Date(`${month}T00:00:00Z`);
/** `January 2026`. */
export const formatMonth = (month: string): string => longNames.format(toDate(month));

/** Positions in hundredths of a month's width. */
const bars = [
  { key: "dueCents", noun: "due", x: 14, className: "fill-chart-2" },
  { key: "collectedCents", noun: "collected", x: 52, className: "fill-chart" },
] as const;
const barWidth = 34;
/**
 * The height of the drawing. Amounts are scaled to it because cents can be too large for browsers to draw.
 */
const heightMax = 1000n;
const scaleHeight = (cents: number, highest: number): bigint =>
  (1000n * BigInt(Math.max(0, cents))) / BigInt(highest);

/**
 * The amounts due and collected, two bars per month. Decorative because a table next to it has the same
 * numbers.
 */
export function MonthBars({ months, className }: { months: readonly Month[]; className?: string }) {
  const highest = months.reduce(
    (most, { dueCents, collectedCents }) => Math.max(most, dueCents, collectedCents),
    1,
  );
  const width = 100 * months.length;
  return (
    <div aria-hidden="true" className={className}>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm">
        {bars.map(({ key, noun, className: fill }) => (
          <span key={key} className="inline-flex items-center gap-2">
            <svg aria-hidden="true" className="size-2.5">
              <rect width="100%" height="100%" rx="3" className={fill} />
            </svg>
            {noun === "due" ? "Due" : "Collected"}
          </span>
        ))}
        <span className="ml-auto tabular-nums">{`Highest ${formatCents(toCents(highest === 1 ? 0 : highest))}`}</span>
      </p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${heightMax}`}
        preserveAspectRatio="none"
        className="mt-2 block h-30 w-full"
      >
        {months.map((month, index) =>
          bars.map(({ key, noun, x, className: fill }) => {
            const height = scaleHeight(month[key], highest);
            return (
              <rect
                key={`${month.month} ${key}`}
                x={100 * index + x}
                y={String(heightMax - height)}
                width={barWidth}
                height={String(height)}
                className={fill}
              >
                <title>{`${formatMonth(month.month)}: ${formatCents(toCents(month[key]))} ${noun}`}</title>
              </rect>
            );
          }),
        )}
        <line
          x1="0"
          x2={width}
          y1={String(heightMax)}
          y2={String(heightMax)}
          className="stroke-line-control"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="mt-1 grid grid-cols-12 text-center text-ink-soft text-xs">
        {months.map(({ month }, index) => (
          <span key={month} className={classes(index % 2 === 1 && "max-sm:invisible")}>
            {names.format(toDate(month))}
          </span>
        ))}
      </p>
    </div>
  );
}
