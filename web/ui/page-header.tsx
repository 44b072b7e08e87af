import type { ReactNode } from "react";
import { Link } from "wouter";
import { ChevronLeft } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";

interface PageHeaderProps {
  /** The link to the parent of the page, above its title. */
  back?: Back | undefined;
  title: string;
  /** The title of the tab, where the page shows something more particular than its own title. */
  tab?: string | undefined;
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
 * Title, one line, primary action; also sets the title of the browser's tab. On a phone the line about a list comes last, so
 * that title and action share a line; the line about a record, which says where it belongs, stays below the title.
 */
export function PageHeader({ back, title, tab = title, description, action }: PageHeaderProps) {
  const isRecord = back !== undefined;
  return (
    <>
      {isRecord && <BackTo {...back} />}
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 max-sm:mb-3 max-sm:items-center max-sm:gap-y-2 sm:flex-nowrap">
        <title>{`${tab} · Property Management Portal`}</title>
        <div className={classes("min-w-0", !isRecord && "max-sm:contents")}>
          <h1 className="text-2xl">{title}</h1>
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
