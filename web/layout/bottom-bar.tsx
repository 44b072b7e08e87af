import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { dashboardPath } from "#domains/dashboard/paths.ts";
import { documentsPath } from "#domains/documents/paths.ts";
import { myDayPath } from "#domains/field-work/paths.ts";
import { paymentsPath } from "#domains/payments/paths.ts";
import { newWorkOrderPath, workOrdersPath } from "#domains/work-orders/paths.ts";
import { ClipboardList, CreditCard, Ellipsis, FileText, House, ListTodo, Plus } from "#web/icons.ts";
import { isCurrentPage } from "#web/layout/sidebar-sections.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { classes } from "#web/ui/classes.ts";

interface BottomBarProps {
  isDrawerOpen: boolean;
  onToggleDrawer: () => void;
}

/**
 * Phone navigation: tabs along the bottom in portrait, and a rail on the left in landscape. The bottom tabs
 * are hidden while the user is typing, because they would sit on top of the keyboard, and while a form has a
 * bar there.
 */
export function BottomBar({ isDrawerOpen, onToggleDrawer }: BottomBarProps) {
  const isTenant = useUser().role === "tenant";
  const canReadMyDay = useCan("work-orders.read-my-day");
  const canReport = useCan("work-orders.create");
  const [path] = useLocation();
  const isReporting = path === newWorkOrderPath;
  return (
    <nav
      aria-label="Shortcuts"
      className={classes(
        "fixed bottom-0 left-0 z-20 hidden border-line bg-surface/94 backdrop-blur-md print:hidden",
        "tabs:right-0 tabs:flex tabs:h-(--bottom-bar) tabs:border-t tabs:pb-[env(safe-area-inset-bottom)] tabs:[body:has(:is(input:not([type=checkbox],[type=radio],[type=file]),textarea):focus,[data-form-bar])_&]:hidden",
        "rail:top-0 rail:flex rail:w-[calc(3.5rem+env(safe-area-inset-left))] rail:flex-col rail:border-r rail:pl-[env(safe-area-inset-left)]",
      )}
    >
      {/* A technician's first page. The dashboard is under More. */}
      {canReadMyDay ? (
        <TabLink href={myDayPath} icon={<ListTodo />} isCurrent={isCurrentPage(myDayPath, path)}>
          My Day
        </TabLink>
      ) : (
        <TabLink href={dashboardPath} icon={<House />} isCurrent={isCurrentPage(dashboardPath, path)}>
          Home
        </TabLink>
      )}
      <TabLink
        href={workOrdersPath}
        icon={<ClipboardList />}
        isCurrent={isCurrentPage(workOrdersPath, path) && !isReporting}
      >
        Work
      </TabLink>
      {canReport && (
        <TabLink
          href={newWorkOrderPath}
          icon={<Plus />}
          isCurrent={isReporting}
          label={isTenant ? "Report a problem" : "New Work Order"}
        >
          {isTenant ? "Report" : "New"}
        </TabLink>
      )}
      {isTenant ? (
        <TabLink href={paymentsPath} icon={<CreditCard />} isCurrent={isCurrentPage(paymentsPath, path)}>
          Pay
        </TabLink>
      ) : (
        <TabLink href={documentsPath} icon={<FileText />} isCurrent={isCurrentPage(documentsPath, path)}>
          Documents
        </TabLink>
      )}
      <button
        type="button"
        aria-expanded={isDrawerOpen}
        aria-controls="sidebar"
        onClick={onToggleDrawer}
        className={classes(tabClasses, "text-ink-soft")}
      >
        <Ellipsis aria-hidden="true" />
        <span className={labelClasses}>More</span>
      </button>
    </nav>
  );
}

const tabClasses =
  "relative flex min-h-11 min-w-11 flex-1 flex-col items-center justify-center gap-[3px] font-[500] whitespace-nowrap text-xs leading-3.5 -outline-offset-2 active:bg-pressed [&_svg]:size-5.5";
const currentClasses =
  "font-[620] text-ink before:absolute before:bg-lamp forced-colors:before:bg-[Highlight] tabs:before:-top-px tabs:before:h-[3px] tabs:before:w-6 tabs:before:rounded-b-[3px] rail:before:left-0 rail:before:h-6 rail:before:w-[3px] rail:before:rounded-r-[3px]";
const labelClasses = "rail:sr-only";

interface TabLinkProps {
  href: string;
  icon: ReactNode;
  isCurrent: boolean;
  /** The accessible name, if the visible label is shortened. Must start with the visible label. */
  label?: string;
  children: string;
}

const TabLink = ({ href, icon, isCurrent, label, children }: TabLinkProps) => (
  <Link
    href={href}
    aria-label={label}
    aria-current={isCurrent ? "page" : undefined}
    className={classes(tabClasses, isCurrent ? currentClasses : "text-ink-soft")}
  >
    <span aria-hidden="true" className="contents">
      {icon}
    </span>
    <span className={labelClasses}>{children}</span>
  </Link>
);
