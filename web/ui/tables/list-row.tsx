import type { ReactNode } from "react";
import { Link } from "wouter";
import { classes } from "#web/ui/classes.ts";

interface ListRowProps {
  /** An avatar, a photo, or a file type icon. */
  leading?: ReactNode;
  title: ReactNode;
  /** The URL of the record. If set, the whole row is a link. */
  href?: string;
  /** The state of the history entry. */
  state?: unknown;
  /** Content next to the title, such as a badge. */
  aside?: ReactNode;
  /** The second line. */
  children?: ReactNode;
  /** An amount, a date, or a badge on the right. */
  meta?: ReactNode;
  /** One button or link at the end. */
  action?: ReactNode;
}

/**
 * A list row with an avatar, two lines, a detail on the right, and one action. Use it in a list with dividing
 * lines.
 */
export const ListRow = ({ leading, title, href, state, aside, children, meta, action }: ListRowProps) => (
  <li
    className={classes(
      "relative flex min-h-14.5 items-center gap-3 px-(--inset) py-2 sm:min-h-(--row-2) sm:py-1.5",
      href !== undefined && "hover:bg-hover",
    )}
  >
    {leading}
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {href === undefined ? (
          <span className="wrap-anywhere font-semibold">{title}</span>
        ) : (
          <Link
            href={href}
            state={state}
            className="wrap-anywhere font-semibold outline-none after:absolute after:inset-0 after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            {title}
          </Link>
        )}
        {aside}
      </div>
      {children != null && <div className="text-ink-soft text-sm">{children}</div>}
    </div>
    {meta != null && <div className="shrink-0 text-right text-sm tabular-nums">{meta}</div>}
    {action != null && action !== false && <div className="relative shrink-0">{action}</div>}
  </li>
);
