import type { FocusEventHandler, ReactNode } from "react";
import { Link } from "wouter";
import { classes } from "#web/ui/classes.ts";
import { Face } from "#web/ui/faces/face.tsx";
import type { NeedRow } from "./define-need.ts";

const tileClasses = {
  red: "bg-red-soft text-red-text",
  amber: "bg-amber-soft text-amber-text",
  blue: "bg-blue-soft text-blue-text",
  violet: "bg-violet-soft text-violet-text",
};

/** The icon on a tinted tile, or the face of the person or company. */
export const NeedFace = ({ face }: { face: NeedRow["face"] }) =>
  "Icon" in face ? (
    <span
      aria-hidden="true"
      className={classes(
        "grid size-8 place-items-center rounded-control max-sm:size-9",
        tileClasses[face.tone],
      )}
    >
      <face.Icon className="size-4 max-sm:size-5" />
    </span>
  ) : (
    <Face {...face} />
  );

/** The number of tasks. */
export const NeedsCount = ({ children }: { children: ReactNode }) => (
  <span className="inline-block min-w-6 rounded-full bg-lamp px-1.5 text-center font-semibold text-lamp-ink text-xs leading-5 tabular-nums">
    {children}
  </span>
);

interface NeedItemProps {
  row: NeedRow;
  /** The first row has the page's primary button. */
  isFirst: boolean;
  /** Also called for the row's dialogs because React events bubble through portals. */
  onFocus: FocusEventHandler;
  onBlur: FocusEventHandler;
}

export function NeedItem({ row, isFirst, ...focusHandlers }: NeedItemProps) {
  const { title, detail, figure, isAmount = false, needsAttention = false, href, renderAction, face } = row;
  const isAlarming = isFirst && "tone" in face && face.tone === "red";
  return (
    <li
      {...focusHandlers}
      className={classes(
        "relative grid grid-cols-[2.25rem_minmax(0,1fr)_auto] items-center gap-3 border-line border-t px-(--inset) py-1.5 hover:bg-hover sm:grid-cols-[2rem_minmax(0,1fr)_auto_7rem] sm:gap-3.5 sm:pr-4",
        isFirst ? "min-h-17 sm:min-h-15" : "min-h-17 sm:min-h-13",
        isAlarming &&
          "bg-linear-to-r from-red-soft to-60% to-transparent inset-shadow-[3px_0_0_var(--red-dot)]",
      )}
    >
      <NeedFace face={face} />
      <div className="min-w-0">
        <Link
          href={href}
          className="line-clamp-2 font-semibold leading-4.5 outline-none sm:line-clamp-1 after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
        >
          {title}
        </Link>
        <p className="line-clamp-5 text-ink-soft text-sm sm:line-clamp-2" title={detail}>
          {detail}
        </p>
      </div>
      <p
        className={classes(
          "whitespace-nowrap text-ink-soft text-sm tabular-nums max-sm:col-start-2 max-sm:row-start-2 max-sm:-mt-3",
          needsAttention && "text-red-text!",
          isAmount && "sm:font-semibold sm:text-base sm:text-ink",
        )}
      >
        {figure}
      </p>
      <div className="relative max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1 *:whitespace-nowrap sm:*:w-full sm:*:px-1.5">
        {renderAction(isFirst ? "primary" : undefined)}
      </div>
    </li>
  );
}
