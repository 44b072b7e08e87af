import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { dashboardPath } from "#domains/dashboard/paths.ts";
import { documentsPath } from "#domains/documents/paths.ts";
import { myDayPath } from "#domains/field-work/paths.ts";
import { paymentsPath } from "#domains/payments/paths.ts";
import { newWorkOrderPath, workOrdersPath } from "#domains/work-orders/paths.ts";
import { ClipboardList, CreditCard, FileText, House, ListTodo, Menu, Plus } from "#web/icons.ts";
import { isCurrentPage } from "#web/layout/sidebar-sections.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { classes } from "#web/ui/classes.ts";

interface BottomBarProps {
  isDrawerOpen: boolean;
  onToggleDrawer: () => void;
}

/**
 * The navigation bar at the bottom of phones. Hidden while the user is typing, because it would otherwise sit
 * on top of the keyboard.
 */
export function BottomBar({ isDrawerOpen, onToggleDrawer }: BottomBarProps) {
  const isTenant = useUser().role === "tenant";
  const canReadDay = useCan("work-orders.read-my-day");
  const canReport = useCan("work-orders.create");
  const [path] = useLocation();
  const isReporting = path === newWorkOrderPath;
  return (
    <nav
      aria-label="Shortcuts"
      className="fixed inset-x-0 bottom-0 z-20 flex border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden [body:has(:is(input:not([type=checkbox],[type=radio],[type=file]),textarea):focus)_&]:hidden"
    >
      {/* A technician's first page. The dashboard is under More. */}
      {canReadDay ? (
        <Entry href={myDayPath} icon={<ListTodo />} isCurrent={isCurrentPage(myDayPath, path)}>
          My Day
        </Entry>
      ) : (
        <Entry href={dashboardPath} icon={<House />} isCurrent={isCurrentPage(dashboardPath, path)}>
          Home
        </Entry>
      )}
      <Entry
        href={workOrdersPath}
        icon={<ClipboardList />}
        isCurrent={isCurrentPage(workOrdersPath, path) && !isReporting}
      >
        Work
      </Entry>
      {canReport && (
        <Entry
          href={newWorkOrderPath}
          icon={<Plus />}
          isCurrent={isReporting}
          label={isTenant ? "Report a problem" : "New Work Order"}
        >
          {isTenant ? "Report" : "New"}
        </Entry>
      )}
      {isTenant ? (
        <Entry href={paymentsPath} icon={<CreditCard />} isCurrent={isCurrentPage(paymentsPath, path)}>
          Pay
        </Entry>
      ) : (
        <Entry href={documentsPath} icon={<FileText />} isCurrent={isCurrentPage(documentsPath, path)}>
          Documents
        </Entry>
      )}
      <button
        type="button"
        aria-expanded={isDrawerOpen}
        aria-controls="sidebar"
        onClick={onToggleDrawer}
        className={classes(entryClasses, "text-ink-soft")}
      >
        <Menu aria-hidden="true" />
        More
      </button>
    </nav>
  );
}

const entryClasses =
  "flex h-14 min-w-11 flex-1 flex-col items-center justify-center gap-0.5 font-medium text-xs -outline-offset-2 active:bg-pressed [&_svg]:size-5.5";

interface EntryProps {
  href: string;
  icon: ReactNode;
  isCurrent: boolean;
  /** For screen readers, if the visible word is short. Starts with that word. */
  label?: string;
  children: string;
}

const Entry = ({ href, icon, isCurrent, label, children }: EntryProps) => (
  <Link
    href={href}
    aria-label={label}
    aria-current={isCurrent ? "page" : undefined}
    className={classes(entryClasses, isCurrent ? "text-accent-text" : "text-ink-soft")}
  >
    <span aria-hidden="true" className="contents">
      {icon}
    </span>
    {children}
  </Link>
);
