import { classes } from "#web/ui/classes.ts";
import type { ReportBar } from "../contract.ts";

const barClasses = {
  normal: "bg-chart forced-colors:bg-[CanvasText]",
  muted: "border border-chart border-b-0",
  warning: "bg-lamp forced-colors:bg-[CanvasText]",
  danger: "hatched border border-b-0",
} as const;

/** A chart with more bars takes the full width of the sheet. */
const maxNarrowBars = 6;

/** A bar chart below its title. Hidden from screen readers because the table has the same numbers. */
export function ReportBars({ title, bars }: { title: string; bars: readonly ReportBar[] }) {
  const maxSize = Math.max(1, ...bars.map(({ size }) => size));
  return (
    <div
      aria-hidden="true"
      className={classes(
        "max-w-full max-sm:hidden print:break-inside-avoid",
        bars.length > maxNarrowBars ? "w-full" : "w-75",
      )}
    >
      <p className="text-ink-soft text-sm">{title}</p>
      <div className="mt-1 grid auto-cols-fr grid-flow-col gap-2.5 text-center text-ink-soft text-xs tabular-nums">
        {bars.map(({ label, note, size, filled = size, value, tone }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a month can be there twice
          <div key={at} className="flex min-w-0 flex-col">
            <div className="flex h-26 flex-col justify-end">
              <span className="whitespace-nowrap font-semibold text-ink">{value}</span>
              <span
                style={{ height: `calc(88% * ${Math.max(0, size)} / ${maxSize})` }}
                className={classes(
                  "mt-0.5 flex shrink flex-col justify-end overflow-hidden rounded-t-[3px]",
                  filled < size ? "bg-chart-2" : barClasses[tone ?? "normal"],
                )}
              >
                {filled < size && (
                  <span
                    style={{ height: `calc(100% * ${Math.max(0, filled)} / ${size})` }}
                    className={barClasses[tone ?? "normal"]}
                  />
                )}
              </span>
            </div>
            <span className="truncate border-line-control border-t pt-0.5">{label}</span>
            {note !== undefined && <span className="whitespace-nowrap">{note}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
