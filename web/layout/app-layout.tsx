import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { loadMyDayCache } from "#domains/field-work/web/pages.ts";
import { useCurrentRoute } from "#web/all-pages.ts";
import { BottomBar } from "#web/layout/bottom-bar.tsx";
import { Notices } from "#web/layout/notices.tsx";
import { Sidebar } from "#web/layout/sidebar.tsx";
import { useSignOutQuestion } from "#web/layout/sign-out.ts";
import { TopBar } from "#web/layout/top-bar.tsx";
import { useLiveEvents } from "#web/live/use-live-events.ts";
import { useHasNewVersion } from "#web/offline/new-version.ts";
import { readPushOptIn } from "#web/offline/push-opt-in.ts";
import { useOthersPendingCounts } from "#web/offline-queue/pending-counts.ts";
import { forgetSavedWorkOrders } from "#web/session/saved-session.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { useSession } from "#web/session/user-provider.tsx";
import { classes } from "#web/ui/classes.ts";
import { PageSpinner } from "#web/ui/feedback/spinner.tsx";
import { useLayer } from "#web/ui/overlays/layers.ts";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { whenIdle } from "#web/when-idle.ts";

const SignOutDialog = lazyPart(() => import("#domains/field-work/web/pending-changes/sign-out-dialog.tsx"));
const TwoFactorRequired = lazyPart(() => import("#domains/accounts/web/two-factor/two-factor-required.tsx"));

interface AppLayoutProps {
  /** Whether the saved session is used because the server can't be reached. */
  isOffline: boolean;
  children: ReactNode;
}

/**
 * The sidebar and top bar around every protected page. On small screens the sidebar is a drawer, and phones
 * also have a tab bar.
 */
export default function AppLayout({ isOffline, children }: AppLayoutProps) {
  const [isCollapsed, toggleCollapsed] = useCollapsedSidebar();
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const closeDrawer = useCallback(() => setIsDrawerOpen(false), []);
  const drawerRef = useRef<HTMLElement>(null);
  const mainRef = useRef<HTMLElement>(null);
  useDrawerFocus(isDrawerOpen, closeDrawer, drawerRef);
  useFocusOnNewPage(mainRef);
  useLiveEvents(isOffline);
  const isCacheLoaded = useMyDayCache(isOffline);
  usePushRenewal(isOffline);
  const signOutQuestion = useSignOutQuestion();
  const { id, membership, twoFactorMissing } = useUser();
  const isLocked = twoFactorMissing === true;
  const hasOthersChanges = useOthersPendingCounts(id).length > 0;
  const hasNewVersion = useHasNewVersion();
  const hasNotices = isOffline || hasNewVersion || hasOthersChanges || (membership !== "active" && !isLocked);

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
          "fixed inset-y-0 left-0 z-30 flex w-58 flex-col border-line border-r bg-frame transition-[translate,width,visibility] duration-240 print:hidden",
          "max-lg:top-(--top-bar) max-lg:shadow-float",
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
      {signOutQuestion !== undefined && (
        <Suspense>
          <SignOutDialog onSignOut={signOutQuestion.confirm} onClose={signOutQuestion.cancel} />
        </Suspense>
      )}
      {isDrawerOpen && (
        <div
          aria-hidden="true"
          onClick={closeDrawer}
          className="fixed inset-0 top-(--top-bar) z-20 animate-fade-in bg-scrim lg:hidden"
        />
      )}
      <div
        className={classes(
          "relative flex min-h-dvh flex-col transition-[padding] duration-240 print:p-0! rail:pl-[calc(3.5rem+env(safe-area-inset-left))]",
          isCollapsed ? "lg:pl-16" : "lg:pl-58",
        )}
      >
        <TopBar isDrawerOpen={isDrawerOpen} onToggleDrawer={() => setIsDrawerOpen(!isDrawerOpen)} />
        <main
          ref={mainRef}
          id="content"
          tabIndex={-1}
          inert={isDrawerOpen}
          className="w-full max-w-[79rem] flex-1 px-7 pt-0.5 pb-[calc(2.5rem+var(--bottom-bar))] outline-none handheld:px-4 handheld:has-data-under-bar:pt-0"
        >
          {hasNotices && <Notices isOffline={isOffline} />}
          {isLocked ? (
            <Suspense fallback={<PageSpinner />}>
              <TwoFactorRequired />
            </Suspense>
          ) : isCacheLoaded ? (
            children
          ) : (
            <PageSpinner />
          )}
        </main>
      </div>
    </div>
  );
}

/**
 * Renews the device's push subscription. The code loads only if push is on, because few people use it.
 */
function usePushRenewal(isOffline: boolean): void {
  const { id } = useUser();
  useEffect(() => {
    if (isOffline || readPushOptIn() === null) return;
    return whenIdle(() => {
      // Retried at the next start.
      void import("#domains/notifications/web/renew-push-subscription.ts")
        .then(({ renewPushSubscription }) => renewPushSubscription(id))
        .catch(() => undefined);
    });
  }, [id, isOffline]);
}

/**
 * Moves focus into the open drawer. Escape and the browser's back button close it and return focus.
 */
function useDrawerFocus(
  isOpen: boolean,
  onClose: () => void,
  drawer: React.RefObject<HTMLElement | null>,
): void {
  const opener = useRef<Element>(null);
  const closeAndReturn = useCallback(() => {
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }, [onClose]);
  useLayer(isOpen, closeAndReturn);
  useEffect(() => {
    if (!isOpen) return;
    opener.current = document.activeElement;
    drawer.current?.querySelector<HTMLElement>("nav a")?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") closeAndReturn();
    };
    // Wide screens have no drawer.
    const wideQuery = matchMedia("(min-width: 64rem)");
    document.addEventListener("keydown", onKey);
    wideQuery.addEventListener("change", onClose);
    return () => {
      document.removeEventListener("keydown", onKey);
      wideQuery.removeEventListener("change", onClose);
    };
  }, [isOpen, onClose, closeAndReturn, drawer]);
}

/**
 * After navigation, focuses the page and scrolls to its top. Dialogs within a page don't count. When the user
 * goes back, the browser restores the scroll position.
 */
function useFocusOnNewPage(main: React.RefObject<HTMLElement | null>): void {
  const [path] = useLocation();
  const page = useCurrentRoute()?.page;
  const lastPage = useRef(page);
  const backPath = useRef<string>(null);
  useEffect(() => {
    const onPopState = () => {
      backPath.current = location.pathname;
    };
    // Registered before the router's listener, which renders the page immediately.
    addEventListener("popstate", onPopState, { capture: true });
    return () => removeEventListener("popstate", onPopState, { capture: true });
  }, []);
  useEffect(() => {
    if (lastPage.current === page) return;
    lastPage.current = page;
    if (backPath.current !== path) scrollTo(0, 0);
    backPath.current = null;
    main.current?.focus({ preventScroll: true });
  }, [page, path, main]);
}

/**
 * Saves a technician's work orders, and a technician's or tenant's last responses, on this device. Fills the
 * query cache with them while offline. Returns false only while they are loading after an offline start.
 */
function useMyDayCache(isOffline: boolean): boolean {
  const { id, role } = useUser();
  const savesResponses = role === "tenant" || role === "maintenance";
  const canCache = useCan("work-orders.read-my-day");
  const session = useSession();
  const isFromStorage = session.state === "signed-in" && session.isFromStorage === true;
  const [isLoaded, setIsLoaded] = useState(!(isFromStorage && savesResponses));

  useEffect(() => {
    if (!canCache) return forgetSavedWorkOrders();
    let stopCaching: (() => void) | undefined;
    let isStopped = false;
    const cancel = whenIdle(() => {
      loadMyDayCache().then(
        ({ cacheMyDay }) => {
          if (!isStopped) stopCaching = cacheMyDay(id);
        },
        () => undefined,
      );
    });
    return () => {
      isStopped = true;
      cancel();
      stopCaching?.();
    };
  }, [canCache, id]);

  useEffect(() => {
    if (!savesResponses) return;
    let stopSaving: (() => void) | undefined;
    let isStopped = false;
    const cancel = whenIdle(() => {
      loadSavedResponses().then(
        ({ createSavedResponseStore, saveResponses }) => {
          if (!isStopped) stopSaving = saveResponses(createSavedResponseStore(id));
        },
        () => undefined,
      );
    });
    return () => {
      isStopped = true;
      cancel();
      stopSaving?.();
    };
  }, [savesResponses, id]);

  useEffect(() => {
    if (!savesResponses || !isOffline) return;
    // My Day is restored first because it's newer.
    const restoreDay = canCache
      ? loadMyDayCache().then(({ restoreCachedDay }) => restoreCachedDay(id))
      : Promise.resolve();
    void restoreDay
      .catch(() => undefined)
      .then(loadSavedResponses)
      .then(({ createSavedResponseStore, restoreResponses }) =>
        restoreResponses(createSavedResponseStore(id)),
      )
      .catch(() => undefined)
      .finally(() => setIsLoaded(true));
  }, [savesResponses, canCache, isOffline, id]);

  return isLoaded || !isOffline;
}

const loadSavedResponses = () => import("#web/layout/saved-responses.ts");

const sidebarKey = "sidebar";

/** Whether the sidebar is collapsed to icons, which this device remembers, and a function that toggles it. */
function useCollapsedSidebar(): [boolean, () => void] {
  const [isCollapsed, setIsCollapsed] = useState(readCollapsed);
  const toggle = () => {
    setIsCollapsed(!isCollapsed);
    try {
      localStorage.setItem(sidebarKey, isCollapsed ? "wide" : "icons");
    } catch {
      // Without storage, the state lasts as long as the page.
    }
  };
  return [isCollapsed, toggle];
}

function readCollapsed(): boolean {
  try {
    return localStorage.getItem(sidebarKey) === "icons";
  } catch {
    return false;
  }
}
