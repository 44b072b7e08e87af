import { classes } from "#web/ui/classes.ts";

export interface ReportBar {
  label: string;
  /** Below the label. */
  note?: string | undefined;
  cents: number;
  /** Above the bar. */
  value: string;
  /** `coming` isn't due yet, `soon` ends soon, and `bad` is overdue. */
  look?: keyof typeof barClasses | undefined;
}

const barClasses = {
  normal: "bg-chart forced-colors:bg-[CanvasText]",
  coming: "border border-chart border-b-0",
  soon: "bg-lamp forced-colors:bg-[CanvasText]",
  bad: "hatched border border-b-0",
} as const;

/** A few bars below the sentence that they answer. Decorative, because the table has the same numbers. */
export function ReportBars({ title, bars }: { title: string; bars: readonly ReportBar[] }) {
  const maxCents = Math.max(1, ...bars.map(({ cents }) => cents));
  return (
    <div aria-hidden="true" className="w-75 max-w-full max-sm:hidden">
      <p className="text-ink-soft text-sm">{title}</p>
      <div className="mt-1 grid auto-cols-fr grid-flow-col gap-2.5 text-center text-ink-soft text-xs tabular-nums">
        {bars.map(({ label, note, cents, value, look = "normal" }) => (
          <div key={label} className="flex min-w-0 flex-col">
            <div className="flex h-26 flex-col justify-end">
              <span className="whitespace-nowrap font-semibold text-ink">{value}</span>
              <span
                style={{ height: `calc(88% * ${Math.max(0, cents)} / ${maxCents})` }}
                className={classes("mt-0.5 shrink rounded-t-[3px]", barClasses[look])}
              />
            </div>
            <span className="border-line-control border-t pt-0.5">{label}</span>
            {note !== undefined && <span className="whitespace-nowrap">{note}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
