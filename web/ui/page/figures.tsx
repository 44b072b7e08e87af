import { Link } from "wouter";
import { classes } from "#web/ui/classes.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";

export interface Figure {
  label: string;
  value: string;
  /** What it consists of, or since when. */
  note: string;
  /** The list or report that it is the total of. */
  href: string;
  isBad?: boolean;
  /** The share as a bar, from 0 to 1. */
  share?: number;
}

const grid =
  "grid grid-cols-2 border-line border-y xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none print:break-inside-avoid";
const cell =
  "relative border-line px-5 py-3.5 max-xl:odd:pl-0 max-xl:even:border-l max-xl:nth-[n+3]:border-t xl:border-l xl:first:border-l-0 xl:first:pl-0 max-sm:px-4 max-sm:py-3";

/** A strip of key figures. Each opens the list behind it. */
export const Figures = ({ label, figures }: { label: string; figures: readonly Figure[] }) => (
  <section aria-label={label} className={grid}>
    {figures.map(({ label: name, value, note, href, isBad = false, share }) => (
      <Link key={name} href={href} className={classes(cell, "-outline-offset-2 hover:bg-hover")}>
        <span className="block text-ink-soft text-sm">{name}</span>
        <span className="@container block">
          <strong
            style={{ fontSize: `min(1.625rem, ${(100 / (value.length * 0.58)).toFixed(1)}cqw)` }}
            className={classes("block whitespace-nowrap text-figure tabular-nums", isBad && "text-red-text")}
          >
            {value}
          </strong>
        </span>
        <span className="block text-ink-soft text-xs tabular-nums">{note}</span>
        {share !== undefined && (
          <span
            aria-hidden="true"
            className="absolute top-10.5 right-5 h-1.5 w-21 overflow-hidden rounded-full bg-chart-2 max-xl:hidden"
          >
            <span
              className="block h-full rounded-full bg-chart forced-colors:bg-[CanvasText]"
              style={{ width: `${Math.min(100, 100 * share)}%` }}
            />
          </span>
        )}
      </Link>
    ))}
  </section>
);

/** A placeholder in the same shape. */
export const FiguresSkeleton = ({ count }: { count: number }) => (
  <div aria-hidden="true" className={grid}>
    {Array.from({ length: count }, (_, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- the figures have nothing else
      <div key={at} className={cell}>
        <Skeleton className="h-4.5 w-24" />
        <Skeleton className="mt-2 h-5.5 w-28" />
        <Skeleton className="mt-2.5 h-3.5 w-32 max-w-full" />
      </div>
    ))}
  </div>
);
