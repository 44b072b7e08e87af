import type { ReactNode } from "react";
import { classes } from "#web/ui/classes.ts";

const fills = {
  blue: "bg-blue-soft text-blue-text",
  amber: "bg-amber-soft text-amber-text",
  violet: "bg-violet-soft text-violet-text",
  green: "bg-green-soft text-green-text",
  teal: "bg-teal-soft text-teal-text",
  red: "bg-red-soft text-red-text",
  gray: "bg-gray-soft text-gray-text",
} as const;
export type Tone = keyof typeof fills;

/** The shape of each tone, because color alone isn't enough. Amber is half filled, and violet is a ring. */
const shapeClasses = {
  blue: "rounded-full bg-blue-dot",
  amber:
    "rounded-full border-[1.5px] border-amber-dot bg-linear-to-r from-50% from-amber-dot to-50% to-transparent",
  violet: "rounded-full border-2 border-violet-dot",
  green: "rounded-full bg-green-dot",
  teal: "rounded-full bg-teal-dot",
  red: "rotate-45 scale-90 rounded-[2px] bg-red-dot",
  gray: "rounded-full bg-gray-dot",
} as const satisfies Record<Tone, string>;

/** Only the shape of a tone, next to text that has the same meaning. */
export const ToneMark = ({ tone, className = "size-[7px]" }: { tone: Tone; className?: string }) => (
  <span aria-hidden="true" className={classes("inline-block shrink-0", shapeClasses[tone], className)} />
);

interface BadgeProps {
  tone: Tone;
  /** False for labels that aren't a status. */
  hasMark?: boolean;
  /** Without a fill, where the context already shows the status, such as a column of the board. */
  isQuiet?: boolean;
  children: ReactNode;
}

/** A status as a shape and a word, never as color alone. */
export function Badge({ tone, hasMark = true, isQuiet = false, children }: BadgeProps) {
  return (
    <span
      className={classes(
        "inline-flex h-5.5 max-w-full items-center gap-1.5 whitespace-nowrap rounded-badge font-medium text-xs",
        isQuiet ? "text-ink-soft" : classes("pr-2", hasMark ? "pl-1.75" : "pl-2", fills[tone]),
      )}
    >
      {hasMark && <ToneMark tone={tone} />}
      <span className="truncate">{children}</span>
    </span>
  );
}
