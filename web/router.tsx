import { type ReactNode, Suspense, useEffect } from "react";
import { Redirect, Route, useLocation, useSearch } from "wouter";
import { loginPath } from "#domains/accounts/paths.ts";
import { dashboardPath, homePath, startPath } from "#domains/dashboard/paths.ts";
import { myDayPath } from "#domains/field-work/paths.ts";
import { loadMyDayCache } from "#domains/field-work/web/pages.ts";
import { setupPath } from "#domains/setup/paths.ts";
import { workOrdersPath } from "#domains/work-orders/paths.ts";
import { allPages, useCurrentRoute } from "#web/all-pages.ts";
import { type Page, requiredAction } from "#web/page.ts";
import { PreloadContext } from "#web/preload.ts";
import { requestedPageState } from "#web/session/requested-page.ts";
import { readSavedSession } from "#web/session/saved-session.ts";
import { UserProvider, useSession } from "#web/session/user-provider.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { NotFoundPage } from "#web/ui/not-found-page.tsx";
import { PageBoundary, PageLoadError } from "#web/ui/page-boundary.tsx";
import { FullPageSpinner, PageSpinner } from "#web/ui/spinner.tsx";
import { whenIdle } from "#web/when-idle.ts";

const loadLayout = () => import("#web/layout/app-layout.tsx");
const loadQueryProvider = () => import("#web/query-provider.tsx");
const AppLayout = lazyPart(loadLayout, PageLoadError);
const QueryProvider = lazyPart(loadQueryProvider, PageLoadError);

/** Selects the page for the current path, and the layout around it. */
export function Router() {
  const route = useCurrentRoute();
  const page = route?.page;
  const { state } = useSession();
  const isShown = page !== undefined && (!isProtected(page) || state !== "signed-out");
  // The page's code loads while the server is still checking the session.
  useEffect(() => {
    if (isShown) preload(page);
  }, [page, isShown]);
  // Signing out works even offline (AUTH-16).
  useEffect(() => (state === "signed-in" ? whenIdle(() => preloadPath(loginPath)) : undefined), [state]);

  if (route === undefined) return <NotFound />;
  return (
    <PreloadContext value={preloadPath}>
      <RoutedPage {...route} />
    </PreloadContext>
  );
}

function RoutedPage({ page, pattern, Component }: NonNullable<ReturnType<typeof useCurrentRoute>>) {
  const [path] = useLocation();
  // `Route` passes the path parameters to `useParams`.
  const content = <Route path={pattern}>{<Component />}</Route>;
  if (isProtected(page)) return <Protected>{content}</Protected>;
  return (
    <PageBoundary path={path}>
      <Suspense fallback={<FullPageSpinner />}>
        {page.access === "public" ? <Public>{content}</Public> : <QueryProvider>{content}</QueryProvider>}
      </Suspense>
    </PageBoundary>
  );
}

const isProtected = (page: Page): boolean => requiredAction(page) !== undefined;

/** Loads all parts of a page in parallel instead of one after another as each one renders. */
function preload(page: Page): void {
  const parts: Promise<unknown>[] = [page.load()];
  if (isProtected(page)) parts.push(loadLayout());
  if (page.access !== "public") parts.push(loadQueryProvider());
  // Offline, a technician's pages wait for the work orders saved on the device.
  if (isProtected(page) && readSavedSession()?.role === "maintenance") parts.push(loadMyDayCache());
  // The component that renders the part reports the failure.
  Promise.all(parts).catch(() => undefined);
}

function preloadPath(path: string): void {
  const page = allPages.find(({ patterns }) => patterns.includes(path));
  if (page !== undefined) preload(page);
}

function Public({ children }: { children: ReactNode }) {
  const session = useSession();
  const search = useSearch();
  if (session.state === "loading") return <FullPageSpinner />;
  if (session.state === "signed-in")
    // Opening the printed setup link again continues the setup.
    return <Redirect to={new URLSearchParams(search).has("setup") ? setupPath : dashboardPath} replace />;
  return children;
}

function Protected({ children }: { children: ReactNode }) {
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();
  if (session.state === "loading") return <FullPageSpinner />;
  if (session.state === "signed-out") {
    const address = search === "" ? path : `${path}?${search}`;
    return <Redirect to={loginPath} replace state={requestedPageState(address)} />;
  }
  const isTechnician = session.user.role === "maintenance";
  if (path === homePath && isTechnician) return <Redirect to={workOrdersPath} replace />;
  if (path === startPath) return <Redirect to={isTechnician ? myDayPath : dashboardPath} replace />;
  return <InLayout session={session}>{children}</InLayout>;
}

type SignedIn = Extract<ReturnType<typeof useSession>, { state: "signed-in" }>;

/** One layout for all protected pages, so that the sidebar stays unchanged between them. */
function InLayout({ session, children }: { session: SignedIn; children: ReactNode }) {
  const [path] = useLocation();
  return (
    <UserProvider user={session.user}>
      <PageBoundary path={path}>
        <Suspense fallback={<FullPageSpinner />}>
          <QueryProvider>
            <AppLayout isOffline={session.isOffline}>
              <PageBoundary path={path}>
                <Suspense fallback={<PageSpinner />}>{children}</Suspense>
              </PageBoundary>
            </AppLayout>
          </QueryProvider>
        </Suspense>
      </PageBoundary>
    </UserProvider>
  );
}

/** The 404 page, inside the layout for signed-in users (NF-01). */
function NotFound() {
  const session = useSession();
  if (session.state === "loading") return <FullPageSpinner />;
  if (session.state === "signed-out")
    return (
      <main>
        <NotFoundPage />
      </main>
    );
  return (
    <InLayout session={session}>
      <NotFoundPage />
    </InLayout>
  );
}
