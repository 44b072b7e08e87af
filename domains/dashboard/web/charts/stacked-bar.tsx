/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   for part screen readers, a table laid out as a grid is no longer a table unless its roles are explicit */
import { useId } from "react";
import { Link, useLocation } from "wouter";
import { classes } from "#web/ui/classes.ts";

const fills = {
  amber: "fill-amber-dot",
  green: "fill-green-dot",
  gray: "fill-gray-dot",
} as const;

export interface ChartRow {
  key: string;
  label: string;
  count: number;
  color: keyof typeof fills;
  /** The list that the bar counts. */
  address: string;
}

interface ChartProps {
  caption: string;
  /** The header of the labels, for screen readers. */
  heading: string;
  words: { singular: string; plural: string };
  rows: readonly ChartRow[];
}

/** The shares of a whole as one bar, with a row for each below. */
export function StackedBar(props: ChartProps) {
  const { rows } = props;
  const [, navigate] = useLocation();
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const getShare = (part: readonly ChartRow[]) =>
    (part.reduce((sum, { count }) => sum + count, 0) / total) * 100;
  const shares = rows.map((row, at) => ({ ...row, x: getShare(rows.slice(0, at)), width: getShare([row]) }));
  return (
    <>
      {/* The rows below contain the same in words and can be reached by keyboard. */}
      <svg
        aria-hidden="true"
        className="mx-2 mt-1 mb-3 block h-6 w-[calc(100%-1rem)] overflow-hidden rounded-control"
      >
        <title>{props.caption}</title>
        {shares
          .filter(({ count }) => count > 0)
          .map(({ key, label, x, width, color, address }) => (
            <a
              key={key}
              href={address}
              aria-label={label}
              tabIndex={-1}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                navigate(address);
              }}
            >
              <rect
                x={`${x}%`}
                width={`${width}%`}
                height="100%"
                className={classes(fills[color], "stroke-2 stroke-surface hover:opacity-85")}
              />
            </a>
          ))}
      </svg>
      <ChartTable {...props} />
    </>
  );
}

function ChartTable({ caption, heading, words, rows }: ChartProps) {
  const id = useId();
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return (
    <table role="table" className="block w-full text-left">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only">
        <tr role="row">
          <th role="columnheader" scope="col">
            {heading}
          </th>
          <th role="columnheader" scope="col">
            Number
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="block">
        {rows.map((row) => (
          <tr
            key={row.key}
            role="row"
            className="group relative grid min-h-(--control) grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-control px-2 hover:bg-hover"
          >
            <th role="rowheader" scope="row" className="flex items-center gap-2.5 font-normal">
              <svg aria-hidden="true" className="size-2.5 shrink-0">
                <rect width="100%" height="100%" rx="3" className={fills[row.color]} />
              </svg>
              <Link
                href={row.address}
                aria-describedby={`${id}-${row.key}`}
                className="shrink-0 outline-none after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
              >
                {row.label}
              </Link>
            </th>
            <td role="cell" className="min-w-8 text-right font-medium tabular-nums">
              {row.count.toLocaleString("en-US")}
              <span
                role="tooltip"
                id={`${id}-${row.key}`}
                className="pointer-events-none invisible absolute right-2 bottom-full z-10 mb-0.5 rounded-control bg-ink px-2.5 py-1.5 font-normal text-surface text-xs opacity-0 transition-opacity group-focus-within:visible group-focus-within:opacity-100 group-hover:visible group-hover:opacity-100"
              >
                {formatShare(row.count, total, words)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns a text such as `12 of 45 open work orders (27%)`. */
function formatShare(count: number, total: number, { singular, plural }: ChartProps["words"]): string {
  const share = total === 0 ? 0 : Math.round((count / total) * 100);
  return `${count.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} ${total === 1 ? singular : plural} (${share}%)`;
}
