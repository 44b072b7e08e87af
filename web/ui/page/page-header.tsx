import type { ReactNode } from "react";
import { Link } from "wouter";
import { ChevronLeft } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";

interface PageHeaderProps {
  /** The link to the parent page, above the title. */
  back?: { href: string; label: string };
  title: string;
  /** The title of the browser tab, if it should be more specific than the page's title. */
  tab?: string;
  /** Content before the title, such as an avatar or a photo. */
  leading?: ReactNode;
  /** Content next to the title: the date, the parent record, or the page's tabs. */
  note?: ReactNode;
  /** On a phone, the title takes the place of the logo in the top bar. */
  isInTopBar?: boolean;
  /** The primary action on the right. */
  action?: ReactNode;
}

/** The title and the primary action on one line. Also sets the title of the browser tab. */
export const PageHeader = ({
  back,
  title,
  tab = title,
  leading,
  note,
  isInTopBar = false,
  action,
}: PageHeaderProps) => (
  <>
    <title>{`${tab} · Property Management Portal`}</title>
    {back !== undefined && (
      <Link
        href={back.href}
        className="thumb -ml-1 inline-flex min-h-7 max-w-full items-center gap-1 rounded-sm pr-2 text-ink-soft text-sm hover:text-ink hover:underline print:hidden"
      >
        <ChevronLeft aria-hidden="true" className="size-4 shrink-0" />
        <span className="truncate">{back.label}</span>
      </Link>
    )}
    <header
      data-under-bar={isInTopBar ? "light" : undefined}
      className="mb-3 flex min-h-11 flex-wrap items-center content-center justify-between gap-x-6 gap-y-1 handheld:data-under-bar:min-h-(--top-bar) handheld:data-under-bar:pr-42 tabs:data-under-bar:mb-1 tabs:data-under-bar:gap-x-2.5 sm:flex-nowrap"
    >
      <div className={classes("flex min-w-0 items-center gap-3", leading === undefined && "max-sm:contents")}>
        {leading}
        <div
          className={classes(
            "flex min-w-0 flex-wrap items-baseline gap-x-3.5",
            leading === undefined && "max-sm:contents",
          )}
        >
          <h1 className={classes("min-w-0 text-title", !isInTopBar && "max-sm:flex-auto")}>{title}</h1>
          {note !== undefined && (
            <div
              className={classes(
                "text-ink-soft",
                // There's no room for both this and the pending changes in a phone's top bar.
                isInTopBar
                  ? "whitespace-nowrap max-sm:text-sm max-sm:[body:has([data-pending-changes])_&]:sr-only"
                  : "max-sm:basis-full max-sm:overflow-x-auto",
                // A list's action stays next to its title, above the description.
                back === undefined && typeof note === "string" && "max-sm:order-last",
              )}
            >
              {note}
            </div>
          )}
        </div>
      </div>
      {action != null && (
        <div className="flex flex-wrap gap-2 [--control:max(2.25rem,var(--control-sm))] sm:shrink-0 print:hidden">
          {action}
        </div>
      )}
    </header>
  </>
);
