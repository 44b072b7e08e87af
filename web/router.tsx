import { type ReactNode, Suspense, useEffect } from "react";
import { Redirect, Route, useLocation, useSearch } from "wouter";
import { loginPath } from "#domains/accounts/paths.ts";
import { dashboardPath, homePath, startPath } from "#domains/dashboard/paths.ts";
import { myDayPath } from "#domains/field-work/paths.ts";
import { setupPath } from "#domains/setup/paths.ts";
import { workOrdersPath } from "#domains/work-orders/paths.ts";
import { usePage } from "#web/layout/use-page.ts";
import { fetchLogin, fetchParts, loadLayout, loadQueryProvider } from "#web/pages.ts";
import { requestedPageState } from "#web/session/requested-page.ts";
import { UserProvider, useSession } from "#web/session/user-provider.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { NotFoundPage } from "#web/ui/not-found-page.tsx";
import { PageBoundary, PageLoadError } from "#web/ui/page-boundary.tsx";
import { FullPageSpinner, PageSpinner } from "#web/ui/spinner.tsx";
import { whenIdle } from "#web/when-idle.ts";

const AppLayout = lazyPart(loadLayout, PageLoadError);
const QueryProvider = lazyPart(loadQueryProvider, PageLoadError);

/** Selects the page for the current path, and the layout around it. */
export function Router() {
  const [path] = useLocation();
  const { page, pattern } = usePage();
  const { state } = useSession();
  const isShown = page?.access !== "protected" || state !== "signed-out";
  // The page's code loads while the server is still checking the session.
  useEffect(() => {
    if (page !== undefined && isShown) fetchParts(page);
  }, [page, isShown]);
  useEffect(() => (state === "signed-in" ? whenIdle(fetchLogin) : undefined), [state]);

  if (page === undefined) return <NotFound />;
  // `Route` passes the path parameters to `useParams`.
  const content = <Route path={pattern as string}>{<page.Component />}</Route>;
  if (page.access === "protected") return <Protected>{content}</Protected>;
  return (
    <PageBoundary path={path}>
      <Suspense fallback={<FullPageSpinner />}>
        {page.access === "public" ? <Public>{content}</Public> : <QueryProvider>{content}</QueryProvider>}
      </Suspense>
    </PageBoundary>
  );
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
