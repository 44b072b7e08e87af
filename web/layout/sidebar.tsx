import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import { dashboardPath } from "#domains/dashboard/paths.ts";
import { readConfig } from "#domains/settings/public-config-contract.ts";
import { ChevronsLeft, ChevronsRight } from "#web/icons.ts";
import { useCounts } from "#web/layout/counts.ts";
import { SidebarFooter } from "#web/layout/sidebar-footer.tsx";
import { isCurrentPage, type PageLink, sidebarFor } from "#web/layout/sidebar-sections.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useUser } from "#web/session/session.tsx";
import { BrandLogo, portalBrand } from "#web/ui/brand.tsx";
import { classes } from "#web/ui/classes.ts";

interface SidebarProps {
  isCollapsed: boolean;
  onToggleCollapsed: () => void;
  /** Called after navigation to close the drawer on small screens. */
  onNavigate: () => void;
}

export function Sidebar({ isCollapsed, onToggleCollapsed, onNavigate }: SidebarProps) {
  const sections = sidebarFor(useUser());
  const counts = useCounts();
  const config = useQuery(endpointQuery(readConfig, {}));
  const brand = config.isError ? portalBrand : config.data;
  return (
    <>
      <div className="flex h-14 shrink-0 items-center gap-2.5 px-4">
        <Link
          href={dashboardPath}
          onClick={onNavigate}
          aria-label={(brand ?? portalBrand).name}
          className="rounded-control"
        >
          {brand !== undefined && <BrandLogo brand={brand} isLarge={isCollapsed} />}
        </Link>
        {!isCollapsed && (
          <span className="line-clamp-2 font-semibold leading-4 tracking-[-0.011em]">{brand?.name}</span>
        )}
      </div>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-3 py-2">
        {sections.map((section) => (
          <div key={section.heading} className="mb-3">
            {section.heading !== null && !isCollapsed && (
              <h2 className="px-2.5 pt-1 pb-1.5 font-medium text-ink-faint text-xs tracking-normal">
                {section.heading}
              </h2>
            )}
            {section.heading !== null && isCollapsed && <hr className="mx-2 mb-3 border-line" />}
            <ul className="space-y-0.5 [@media(min-width:64rem)_and_(max-height:60rem)]:space-y-0">
              {section.links.map((entry) => (
                <li key={entry.href}>
                  <Entry
                    entry={entry}
                    isCollapsed={isCollapsed}
                    count={entry.count && counts[entry.count]}
                    onNavigate={onNavigate}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="px-3 pb-1 max-lg:hidden">
        <button
          type="button"
          onClick={onToggleCollapsed}
          title={isCollapsed ? "Expand sidebar" : undefined}
          className={classes(entryClasses, "w-full text-ink-faint")}
        >
          {isCollapsed ? <ChevronsRight /> : <ChevronsLeft />}
          <span className={isCollapsed ? "sr-only" : undefined}>
            {isCollapsed ? "Expand sidebar" : "Collapse sidebar"}
          </span>
        </button>
      </div>
      <SidebarFooter isCollapsed={isCollapsed} onNavigate={onNavigate} />
    </>
  );
}

const entryClasses =
  "relative flex min-h-(--control) [@media(min-width:64rem)_and_(max-height:60rem)]:min-h-8 items-center gap-3 rounded-control px-2.5 font-medium transition-colors " +
  "hover:bg-hover [&_svg]:size-[18px] [&_svg]:shrink-0";

/** How screen readers announce the count. */
const countWords = {
  "open-work-orders": (count: number) => `${count} open`,
  approvals: (count: number) => `${count} waiting`,
};

interface EntryProps {
  entry: PageLink;
  isCollapsed: boolean;
  count: number | undefined;
  onNavigate: () => void;
}

function Entry({ entry, isCollapsed, count, onNavigate }: EntryProps) {
  const [path] = useLocation();
  const isCurrent = isCurrentPage(entry.href, path);
  const hasCount = count !== undefined && count > 0;
  return (
    <Link
      href={entry.href}
      onClick={onNavigate}
      aria-description={hasCount && entry.count !== undefined ? countWords[entry.count](count) : undefined}
      aria-current={isCurrent ? "page" : undefined}
      title={isCollapsed ? entry.title : undefined}
      className={classes(
        entryClasses,
        isCurrent ? "bg-accent-soft text-accent-text" : "text-ink-soft hover:text-ink",
      )}
    >
      <entry.icon aria-hidden="true" />
      <span className={isCollapsed ? "sr-only" : "flex-1 truncate"}>{entry.title}</span>
      {hasCount && !isCollapsed && (
        <span aria-hidden="true" className="text-sm tabular-nums">
          {count.toLocaleString("en-US")}
        </span>
      )}
      {hasCount && isCollapsed && (
        <span className="absolute top-1.5 right-1.5 size-1.5 rounded-full bg-accent" />
      )}
    </Link>
  );
}
