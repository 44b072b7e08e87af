import { Link } from "wouter";
import type { LucideIcon } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";

export interface FigureProps {
  label: string;
  /** A number is shown with thousands separators. */
  value: number | string;
  Icon: LucideIcon;
  /** What the value is made of, below it. */
  note?: string | undefined;
  /** Background and colour of the icon. */
  look: string;
  /** The list with this total. */
  href?: string | undefined;
}

const valueClasses = "mt-2 block font-semibold tabular-nums tracking-tight";

/** The usual size, or as much as fits its card; a character is about this fraction of its height wide. */
const onOneLine = (value: string): string => `min(1.5rem, ${(100 / (value.length * 0.58)).toFixed(1)}cqw)`;

/** One figure with its name, in a card that may link to the counted list. */
export function Figure({ label, value, note, Icon, look, href }: FigureProps) {
  const content = (
    <>
      <span className="flex items-center justify-between gap-2">
        <span className="text-ink-soft">{label}</span>
        <span
          aria-hidden="true"
          className={classes(
            "flex size-8 shrink-0 items-center justify-center rounded-full max-sm:hidden",
            look,
          )}
        >
          <Icon className="size-4" />
        </span>
      </span>
      {typeof value === "number" ? (
        <span className={classes(valueClasses, "text-2xl sm:text-3xl")}>{value.toLocaleString("en-US")}</span>
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
      className={classes(shape, "transition-colors duration-150 hover:border-line-control/70 hover:bg-hover")}
    >
      {content}
    </Link>
  );
}
