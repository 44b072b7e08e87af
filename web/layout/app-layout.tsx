import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { BottomBar } from "#web/layout/bottom-bar.tsx";
import { useLeaveQuestion } from "#web/layout/leave.ts";
import { Notices } from "#web/layout/notices.tsx";
import { Sidebar } from "#web/layout/sidebar.tsx";
import { useCollapsedSidebar } from "#web/layout/sidebar-state.ts";
import { TopBar } from "#web/layout/top-bar.tsx";
import { useKeptOrders } from "#web/layout/use-kept-orders.ts";
import { usePage } from "#web/layout/use-page.ts";
import { useLiveEvents } from "#web/live/use-live-events.ts";
import { useHasNewVersion } from "#web/offline/new-version.ts";
import { readTurnedOn } from "#web/offline/turned-on.ts";
import { useUnsentOfOthers } from "#web/outbox/unsent-marks.ts";
import { useUser } from "#web/session/session.tsx";
import { classes } from "#web/ui/classes.ts";
import { useLayer } from "#web/ui/layers.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PageSpinner } from "#web/ui/spinner.tsx";
import { whenIdle } from "#web/when-idle.ts";

const LeaveDialog = lazyPart(() => import("#domains/work-orders/web/unsent/leave-dialog.tsx"));
const SecondFactorNeeded = lazyPart(() => import("#domains/accounts/web/second-factor-needed.tsx"));

interface AppLayoutProps {
  /** The saved session is used in place of the server's response. */
  isOffline: boolean;
  children: ReactNode;
}

/** Sidebar and top bar around every protected page. On small screens the sidebar is a drawer beneath the top bar; phones have a bar at the bottom. */
export default function AppLayout({ isOffline, children }: AppLayoutProps) {
  const [isCollapsed, toggleCollapsed] = useCollapsedSidebar();
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const closeDrawer = useCallback(() => setIsDrawerOpen(false), []);
  const drawerRef = useRef<HTMLElement>(null);
  const mainRef = useRef<HTMLElement>(null);
  useDrawer(isDrawerOpen, closeDrawer, drawerRef);
  useFocusOnNewPage(mainRef);
  useLiveEvents(isOffline);
  const isFilled = useKeptOrders(isOffline);
  useKeptPushes(isOffline);
  const question = useLeaveQuestion();
  const { id, membership, secondFactorMissing } = useUser();
  const isLocked = secondFactorMissing === true;
  const hasUnsentOfOthers = useUnsentOfOthers(id).length > 0;
  const hasNewVersion = useHasNewVersion();
  const hasNotices =
    isOffline || hasNewVersion || hasUnsentOfOthers || (membership !== "active" && !isLocked);

  return (
    <div className="min-h-dvh">
      <a
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          mainRef.current?.focus();
        }}
        className="sr-only z-50 rounded-control bg-accent px-3 py-2 text-accent-ink focus:not-sr-only focus:fixed! focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <aside
        ref={drawerRef}
        id="sidebar"
        aria-label="Sidebar"
        className={classes(
          "fixed inset-y-0 left-0 z-30 flex w-62 flex-col border-line border-r bg-surface transition-[translate,width,visibility] duration-200 ease-out print:hidden",
          "max-lg:top-14 max-lg:shadow-float",
          isDrawerOpen ? "" : "max-lg:invisible max-lg:-translate-x-full",
          isCollapsed && "lg:w-16",
        )}
      >
        <Sidebar
          isCollapsed={isCollapsed && !isDrawerOpen}
          onToggleCollapsed={toggleCollapsed}
          onNavigate={closeDrawer}
        />
      </aside>
      {!isLocked && (
        <BottomBar isDrawerOpen={isDrawerOpen} onToggleDrawer={() => setIsDrawerOpen(!isDrawerOpen)} />
      )}
      {question !== undefined && (
        <Suspense>
          <LeaveDialog onLeave={question.leave} onClose={question.stay} />
        </Suspense>
      )}
      {isDrawerOpen && (
        <div
          aria-hidden="true"
          onClick={closeDrawer}
          className="fixed inset-0 top-14 z-20 animate-fade-in bg-scrim lg:hidden"
        />
      )}
      <div
        className={classes(
          "flex min-h-dvh flex-col transition-[padding] duration-200 ease-out print:p-0!",
          isCollapsed ? "lg:pl-16" : "lg:pl-62",
        )}
      >
        <TopBar isDrawerOpen={isDrawerOpen} onToggleDrawer={() => setIsDrawerOpen(!isDrawerOpen)} />
        <main
          ref={mainRef}
          id="content"
          tabIndex={-1}
          inert={isDrawerOpen}
          className="mx-auto w-full max-w-7xl flex-1 p-4 pb-[calc(1rem+var(--bottom-bar))] outline-none sm:p-6"
        >
          {hasNotices && <Notices isOffline={isOffline} />}
          {isLocked ? (
            <Suspense fallback={<PageSpinner />}>
              <SecondFactorNeeded />
            </Suspense>
          ) : isFilled ? (
            children
          ) : (
            <PageSpinner />
          )}
        </main>
      </div>
    </div>
  );
}

/** Few turn pushes on, so that what keeps them going is fetched when they did. */
function useKeptPushes(isOffline: boolean): void {
  const { id } = useUser();
  useEffect(() => {
    if (isOffline || readTurnedOn() === null) return;
    return whenIdle(() => {
      // It is tried again at the next start.
      void import("#domains/notifications/web/keep-pushes.ts")
        .then(({ keepPushes }) => keepPushes(id))
        .catch(() => undefined);
    });
  }, [id, isOffline]);
}

/** The open drawer takes the focus; Escape and the browser's back close it and return the focus. */
function useDrawer(isOpen: boolean, close: () => void, drawer: React.RefObject<HTMLElement | null>): void {
  const returnTo = useRef<Element>(null);
  const closeAndReturn = useCallback(() => {
    close();
    if (returnTo.current instanceof HTMLElement) returnTo.current.focus();
  }, [close]);
  useLayer(isOpen, closeAndReturn);
  useEffect(() => {
    if (!isOpen) return;
    returnTo.current = document.activeElement;
    drawer.current?.querySelector<HTMLElement>("nav a")?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") closeAndReturn();
    };
    // There is no drawer on a wide screen.
    const wide = matchMedia("(min-width: 64rem)");
    document.addEventListener("keydown", onKey);
    wide.addEventListener("change", close);
    return () => {
      document.removeEventListener("keydown", onKey);
      wide.removeEventListener("change", close);
    };
  }, [isOpen, close, closeAndReturn, drawer]);
}

/**
 * After navigation, the focus and the view move to the top of the page; dialogs within a page keep both. Going back, the
 * browser itself scrolls to where the page was left.
 */
function useFocusOnNewPage(main: React.RefObject<HTMLElement | null>): void {
  const [path] = useLocation();
  const { page } = usePage();
  const lastPage = useRef(page);
  const wentBackTo = useRef<string>(null);
  useEffect(() => {
    const onPopState = () => {
      wentBackTo.current = location.pathname;
    };
    // Heard before the router, which draws the page at once.
    addEventListener("popstate", onPopState, { capture: true });
    return () => removeEventListener("popstate", onPopState, { capture: true });
  }, []);
  useEffect(() => {
    if (lastPage.current === page) return;
    lastPage.current = page;
    if (wentBackTo.current !== path) scrollTo(0, 0);
    wentBackTo.current = null;
    main.current?.focus({ preventScroll: true });
  }, [page, path, main]);
}
