import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import { dashboardPath } from "#domains/dashboard/paths.ts";
import { statsQuery } from "#domains/dashboard/web/stats-query.ts";
import { pendingPeopleQuery } from "#domains/people/web/approvals/pending-people.ts";
import { ChevronsLeft, ChevronsRight } from "#web/icons.ts";
import { SidebarFooter } from "#web/layout/sidebar-footer.tsx";
import { getSidebarSections, isCurrentPage, type PageLink } from "#web/layout/sidebar-sections.ts";
import { useBrand } from "#web/layout/use-brand.ts";
import type { PageEntry } from "#web/page.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { classes } from "#web/ui/classes.ts";
import { BrandName, portalBrand } from "#web/ui/page/brand.tsx";

interface SidebarProps {
  isCollapsed: boolean;
  onToggleCollapsed: () => void;
  /** Called after navigation to close the drawer on small screens. */
  onNavigate: () => void;
}

export function Sidebar({ isCollapsed, onToggleCollapsed, onNavigate }: SidebarProps) {
  const sections = getSidebarSections(useUser());
  const counts = useCounts();
  const brand = useBrand();
  return (
    <>
      <Link
        href={dashboardPath}
        onClick={onNavigate}
        aria-label={(brand ?? portalBrand).name}
        className="mx-2.5 mt-2.5 mb-2 flex min-h-10 shrink-0 items-center gap-2.5 rounded-control px-2 -outline-offset-2"
      >
        <BrandName brand={brand} isLogoOnly={isCollapsed} />
      </Link>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-2.5 pb-2">
        {sections.map((section) => (
          <div key={section.heading}>
            {section.heading !== null && !isCollapsed && (
              <h2 className="px-2.5 pt-3.5 pb-1.5 font-[500] text-ink-faint text-xs tracking-normal">
                {section.heading}
              </h2>
            )}
            {section.heading !== null && isCollapsed && <hr className="mx-2 my-3 border-line" />}
            <ul>
              {section.links.map((link) => (
                <li key={link.href}>
                  <SidebarLink
                    link={link}
                    isCollapsed={isCollapsed}
                    count={link.count && counts[link.count]}
                    onNavigate={onNavigate}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="px-2.5 max-lg:hidden">
        <button
          type="button"
          onClick={onToggleCollapsed}
          title={isCollapsed ? "Expand sidebar" : undefined}
          className={classes(linkClasses, "w-full text-ink-soft")}
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

const linkClasses =
  "relative flex min-h-[max(2rem,var(--control-sm))] items-center gap-2.5 rounded-control px-2.5 font-[500] text-[0.84375rem] transition-colors " +
  "[&_svg]:size-4 [&_svg]:shrink-0";
/** The lamp is at the sidebar's edge. */
const currentClasses =
  "bg-surface font-semibold text-ink shadow-[var(--shadow-xs),0_0_0_1px_var(--line)] before:absolute before:top-1/2 before:-left-2.5 before:h-4 before:w-[3px] before:-translate-y-1/2 before:rounded-r-[2px] before:bg-lamp forced-colors:before:bg-[Highlight]";

/** The descriptions of the counts for screen readers. */
const countDescriptions = {
  "open-work-orders": (count: number) => `${count} open`,
  approvals: (count: number) => `${count} waiting`,
};

interface SidebarLinkProps {
  link: PageLink;
  isCollapsed: boolean;
  count: number | undefined;
  onNavigate: () => void;
}

function SidebarLink({ link, isCollapsed, count, onNavigate }: SidebarLinkProps) {
  const [path] = useLocation();
  const isCurrent = isCurrentPage(link.href, path);
  const hasCount = count !== undefined && count > 0;
  return (
    <Link
      href={link.href}
      onClick={onNavigate}
      aria-description={
        hasCount && link.count !== undefined ? countDescriptions[link.count](count) : undefined
      }
      aria-current={isCurrent ? "page" : undefined}
      title={isCollapsed ? link.title : undefined}
      className={classes(
        linkClasses,
        isCurrent ? currentClasses : "text-ink-soft hover:bg-hover hover:text-ink",
      )}
    >
      <link.icon aria-hidden="true" />
      <span className={isCollapsed ? "sr-only" : "flex-1 truncate"}>{link.title}</span>
      {hasCount && !isCollapsed && (
        <span aria-hidden="true" className="font-[500] text-ink-soft text-xs tabular-nums">
          {count.toLocaleString("en-US")}
        </span>
      )}
      {hasCount && isCollapsed && (
        <span className="absolute top-1.5 right-1.5 size-1.5 rounded-full bg-ink-faint" />
      )}
    </Link>
  );
}

/**
 * The counts in the sidebar, undefined while unknown. They come from the dashboard's totals (DASH-05).
 */
function useCounts(): Record<NonNullable<PageEntry["count"]>, number | undefined> {
  const stats = useQuery({
    ...statsQuery,
    enabled: useCan("dashboard.read"),
  });
  const pending = useQuery({ ...pendingPeopleQuery, enabled: useCan("people.approve") });
  return {
    "open-work-orders": stats.data?.openWorkOrders,
    approvals: pending.data?.total,
  };
}
