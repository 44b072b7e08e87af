import { Link } from "wouter";
import type { LucideIcon } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";

export interface StatCardProps {
  label: string;
  /** Numbers are shown with thousands separators. */
  value: number | string;
  Icon: LucideIcon;
  /** An explanation below the value. */
  note?: string;
  /** The background and color of the icon. */
  iconColors: string;
  /** The list with this total. */
  href?: string;
}

const valueClasses = "mt-2 block font-semibold tabular-nums tracking-tight";

/**
 * Returns the usual font size, or the largest that fits the card. A character is about this fraction of its
 * height wide.
 */
const onOneLine = (value: string): string => `min(1.5rem, ${(100 / (value.length * 0.58)).toFixed(1)}cqw)`;

/** A key number with its label, in a card that can link to the counted list. */
export function StatCard({ label, value, note, Icon, iconColors, href }: StatCardProps) {
  const content = (
    <>
      <span className="flex items-center justify-between gap-2">
        <span className="text-ink-soft">{label}</span>
        <span
          aria-hidden="true"
          className={classes(
            "flex size-8 shrink-0 items-center justify-center rounded-full max-sm:hidden",
            iconColors,
          )}
        >
          <Icon className="size-4" />
        </span>
      </span>
      {typeof value === "number" ? (
        <span className={classes(valueClasses, "text-figure")}>{value.toLocaleString("en-US")}</span>
      ) : (
        <span className="@container block">
          <span className={classes(valueClasses, "whitespace-nowrap")} style={{ fontSize: onOneLine(value) }}>
            {value}
          </span>
        </span>
      )}
      {note !== undefined && <span className="mt-1 block text-ink-soft text-sm tabular-nums">{note}</span>}
    </>
  );
  const shape = "flex flex-col justify-between rounded-card border border-line bg-surface p-4 sm:min-h-27";
  if (href === undefined) return <div className={shape}>{content}</div>;
  return (
    <Link
      href={href}
      className={classes(shape, "transition-colors hover:border-line-control/70 hover:bg-hover")}
    >
      {content}
    </Link>
  );
}
