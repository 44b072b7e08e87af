import { Link } from "wouter";
import { classes } from "#web/ui/classes.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";

export interface Figure {
  label: string;
  value: string;
  /** A breakdown of the figure, or the date from which it applies. */
  note?: string | undefined;
  /** The list or report whose total the figure shows. */
  href?: string;
  needsAttention?: boolean;
  /** Drawn as a bar, from 0 to 1. */
  fraction?: number;
}

const grid =
  "grid grid-cols-2 border-line [header+*>&]:border-t-0 @2xl:auto-cols-fr @2xl:grid-flow-col @2xl:grid-cols-none print:break-inside-avoid";
const cell =
  "relative min-w-0 border-line px-5 py-3.5 @max-2xl:odd:pl-0 @max-2xl:last:odd:col-span-2 @max-2xl:even:border-l @max-2xl:nth-[n+3]:border-t @2xl:border-l @2xl:first:border-l-0 @2xl:first:pl-0 max-sm:px-4 max-sm:py-3";

interface FiguresProps {
  label: string;
  figures: readonly Figure[];
  /** Whether there are lines above and below. False in a lead. */
  hasLines?: boolean;
}

/** A strip of key figures. A figure that is the total of a list links to it. */
export const Figures = ({ label, figures, hasLines = true }: FiguresProps) => (
  <section aria-label={label} className="@container">
    <div className={classes(grid, hasLines && "border-y")}>
      {figures.map((figure) =>
        figure.href === undefined ? (
          <div key={figure.label} className={cell}>
            <FigureContent {...figure} />
          </div>
        ) : (
          <Link
            key={figure.label}
            href={figure.href}
            className={classes(cell, "-outline-offset-2 hover:bg-hover")}
          >
            <FigureContent {...figure} />
          </Link>
        ),
      )}
    </div>
  </section>
);

const FigureContent = ({ label, value, note, needsAttention = false, fraction }: Figure) => (
  <>
    <span className="block text-ink-soft text-sm">{label}</span>
    <span className="@container block">
      <strong
        style={{ fontSize: `min(1.625rem, ${(100 / (value.length * 0.58)).toFixed(1)}cqw)` }}
        className={classes(
          "block whitespace-nowrap text-figure tabular-nums",
          needsAttention && "text-red-text",
        )}
      >
        {value}
      </strong>
    </span>
    {note !== undefined && <span className="block text-ink-soft text-xs tabular-nums">{note}</span>}
    {fraction !== undefined && (
      <span
        aria-hidden="true"
        className="absolute top-10.5 right-5 h-1.5 w-21 overflow-hidden rounded-full bg-chart-2 max-xl:hidden"
      >
        <span
          className="block h-full rounded-full bg-chart forced-colors:bg-[CanvasText]"
          style={{ width: `${Math.min(100, 100 * fraction)}%` }}
        />
      </span>
    )}
  </>
);

/** A placeholder in the shape of `Figures`. */
export const FiguresSkeleton = ({ count, hasLines = true }: { count: number; hasLines?: boolean }) => (
  <div aria-hidden="true" className="@container">
    <div className={classes(grid, hasLines && "border-y")}>
      {Array.from({ length: count }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the placeholders are all alike
        <div key={index} className={cell}>
          <Skeleton className="h-4.5 w-24" />
          <Skeleton className="mt-2 h-6.5 w-28" />
          <Skeleton className="mt-1 h-3 w-32 max-w-full" />
        </div>
      ))}
    </div>
  </div>
);
