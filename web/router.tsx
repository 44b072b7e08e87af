import { type ReactNode, Suspense, useEffect } from "react";
import { Redirect, Route, useLocation, useSearch } from "wouter";
import { loginPath } from "#domains/accounts/paths.ts";
import { dashboardPath, homePath, startPath } from "#domains/dashboard/paths.ts";
import { myDayPath } from "#domains/field-work/paths.ts";
import { loadMyDayCache } from "#domains/field-work/web/pages.ts";
import { setupPath } from "#domains/setup/paths.ts";
import { workOrdersPath } from "#domains/work-orders/paths.ts";
import { type Action, canEver } from "#shared/permissions.ts";
import type { Role } from "#shared/roles.ts";
import { findRoute, type PageRoute, useCurrentRoute } from "#web/all-pages.ts";
import { getRequiredAction, type Page } from "#web/page.ts";
import { PreloadContext } from "#web/preload.ts";
import { toRequestedPageState } from "#web/session/requested-page.ts";
import { readSavedSession } from "#web/session/saved-session.ts";
import { UserProvider, useSession } from "#web/session/user-provider.tsx";
import { FullPageSpinner, PageSpinner } from "#web/ui/feedback/spinner.tsx";
import { AccessDenied } from "#web/ui/page/access-denied.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { NotFoundPage } from "#web/ui/page/not-found-page.tsx";
import { PageBoundary, PageLoadError } from "#web/ui/page/page-boundary.tsx";
import { whenIdle } from "#web/when-idle.ts";

const AppLayout = lazyPart(() => import("#web/layout/app-layout.tsx"), PageLoadError);
const QueryProvider = lazyPart(() => import("#web/query-provider.tsx"), PageLoadError);

/** Selects the page for the current path, and the layout around it. */
export function Router() {
  const route = useCurrentRoute();
  const { state } = useSession();
  // Signing out works even offline (AUTH-16).
  useEffect(() => (state === "signed-in" ? whenIdle(() => void preload(loginPath)) : undefined), [state]);

  if (route === undefined) return <NotFound />;
  return (
    <PreloadContext value={preload}>
      <RoutedPage {...route} />
    </PreloadContext>
  );
}

function RoutedPage({ page, pattern, Component }: PageRoute) {
  const [path] = useLocation();
  // `Route` passes the path parameters to `useParams`.
  const content = <Route path={pattern}>{<Component />}</Route>;
  const action = getRequiredAction(page);
  if (action !== undefined) return <Protected action={action}>{content}</Protected>;
  return (
    <PageBoundary path={path}>
      <Suspense fallback={<FullPageSpinner />}>
        {page.access === "public" ? <Public>{content}</Public> : <QueryProvider>{content}</QueryProvider>}
      </Suspense>
    </PageBoundary>
  );
}

const isProtected = (page: Page): boolean => getRequiredAction(page) !== undefined;

/**
 * Loads all parts of the page at a path in parallel, instead of one after another as they render. If a part
 * fails to load, the component that renders it shows an error.
 */
export async function preload(path: string): Promise<void> {
  const route = findRoute(path);
  const access = route?.page.access;
  const isInLayout = route === undefined || isProtected(route.page);
  // Offline, a technician's pages wait for the work orders saved on the device.
  const needsDay = isInLayout && readSavedSession()?.role === "maintenance";
  await Promise.allSettled([
    route?.Component.preload(),
    isInLayout && AppLayout.preload(),
    access !== "public" && QueryProvider.preload(),
    needsDay && loadMyDayCache(),
  ]);
}

/** Loads the first page while the server is still checking the session. */
export const preloadFirstPage = (): Promise<void> => preload(getFirstPath(location.pathname));

/** Returns the path that the first page at `path` ends at, after redirects. */
function getFirstPath(path: string): string {
  const page = findRoute(path)?.page;
  const session = readSavedSession();
  if (page === undefined) return path;
  if (session === null) return isProtected(page) ? loginPath : path;
  return page.access === "public" ? dashboardPath : (getRedirect(path, session.role) ?? path);
}

/** Returns the role's first page if the path redirects there. */
function getRedirect(path: string, role: Role): string | undefined {
  const isTechnician = role === "maintenance";
  if (path === homePath && isTechnician) return workOrdersPath;
  if (path === startPath) return isTechnician ? myDayPath : dashboardPath;
  return undefined;
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

/** Access to a page in the layout: after signing in, for users whose role allows its action (ROLE-15). */
function Protected({ action, children }: { action: Action; children: ReactNode }) {
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();
  if (session.state === "loading") return <FullPageSpinner />;
  if (session.state === "signed-out") {
    const requestedUrl = search === "" ? path : `${path}?${search}`;
    return <Redirect to={loginPath} replace state={toRequestedPageState(requestedUrl)} />;
  }
  const redirect = getRedirect(path, session.user.role);
  if (redirect !== undefined) return <Redirect to={redirect} replace />;
  const canOpen = canEver(session.user, action);
  return <InLayout session={session}>{canOpen ? children : <AccessDenied />}</InLayout>;
}

type SignedIn = Extract<ReturnType<typeof useSession>, { state: "signed-in" }>;

/** The same layout for all protected pages, so that the sidebar doesn't change between them. */
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
