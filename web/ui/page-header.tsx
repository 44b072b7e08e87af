import type { ReactNode } from "react";
import { Link } from "wouter";
import { ChevronLeft } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";

interface PageHeaderProps {
  /** The link to the parent page, above the title. */
  back?: Back;
  title: string;
  /** The title of the browser tab, if it should be more specific than the page's title. */
  tab?: string;
  /** One line about the page. */
  description?: ReactNode;
  /** The primary action on the right. */
  action?: ReactNode;
}

interface Back {
  href: string;
  label: string;
}

/**
 * The title, a description, and the primary action. It also sets the title of the browser tab. On a phone,
 * the description of a list comes last, so that the title and action share a line. The description of a
 * record stays below the title because it shows where the record belongs.
 */
export function PageHeader({ back, title, tab = title, description, action }: PageHeaderProps) {
  const isRecord = back !== undefined;
  return (
    <>
      {isRecord && <BackTo {...back} />}
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 max-sm:mb-3 max-sm:items-center max-sm:gap-y-2 sm:flex-nowrap">
        <title>{`${tab} · Property Management Portal`}</title>
        <div className={classes("min-w-0", !isRecord && "max-sm:contents")}>
          <h1 className="text-title">{title}</h1>
          {description != null && (
            <p
              className={classes(
                "mt-1 max-w-[70ch] text-ink-soft",
                !isRecord && "max-sm:order-last max-sm:mt-0 max-sm:basis-full",
              )}
            >
              {description}
            </p>
          )}
        </div>
        {action != null && <div className="flex flex-wrap gap-2 sm:shrink-0 print:hidden">{action}</div>}
      </header>
    </>
  );
}

const BackTo = ({ href, label }: Back) => (
  <Link
    href={href}
    className="thumb -ml-1 mb-3 inline-flex min-h-8 max-w-full items-center gap-1 rounded-sm pr-2 text-ink-soft hover:text-ink hover:underline print:hidden"
  >
    <ChevronLeft aria-hidden="true" className="size-4 shrink-0" />
    <span className="truncate">{label}</span>
  </Link>
);
