import type { ReactNode } from "react";
import { classes } from "#web/ui/classes.ts";

export const tones = {
  blue: { badge: "bg-blue-soft text-blue-text", dot: "bg-blue-dot" },
  amber: { badge: "bg-amber-soft text-amber-text", dot: "bg-amber-dot" },
  violet: { badge: "bg-violet-soft text-violet-text", dot: "bg-violet-dot" },
  green: { badge: "bg-green-soft text-green-text", dot: "bg-green-dot" },
  teal: { badge: "bg-teal-soft text-teal-text", dot: "bg-teal-dot" },
  red: { badge: "bg-red-soft text-red-text", dot: "bg-red-dot" },
  gray: { badge: "bg-gray-soft text-gray-text", dot: "bg-gray-dot" },
} as const;
export type Tone = keyof typeof tones;

interface BadgeProps {
  tone: Tone;
  /** False for labels that aren't a status. */
  hasDot?: boolean;
  children: ReactNode;
}

/** A status as a dot and a word, never as color alone. */
export function Badge({ tone, hasDot = true, children }: BadgeProps) {
  return (
    <span
      className={classes(
        "inline-flex h-6 max-w-full items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 font-medium text-xs",
        tones[tone].badge,
      )}
    >
      {hasDot && (
        <span aria-hidden="true" className={classes("size-1.5 shrink-0 rounded-full", tones[tone].dot)} />
      )}
      <span className="truncate">{children}</span>
    </span>
  );
}
