import { Component, type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import { dashboardPath } from "#domains/dashboard/paths.ts";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { reloadOrRetry } from "#web/ui/page/lazy-part.tsx";

interface PageBoundaryProps {
  /** The current path. Navigation clears the error. */
  path: string;
  children: ReactNode;
  /** Replaces the children after a crash. The default is the message for a whole page. */
  renderFailure?: (onRetry: () => void) => ReactNode;
}
interface PageBoundaryState {
  failure: { error: unknown } | null;
  path: string;
}

/** Catches a page's crash, and shows a message with two ways to continue instead of a blank screen. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { failure: null, path: this.props.path };

  static getDerivedStateFromError(error: unknown): Partial<PageBoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(props: PageBoundaryProps, state: PageBoundaryState) {
    return props.path === state.path ? null : { failure: null, path: props.path };
  }

  override render() {
    const { children, renderFailure } = this.props;
    if (this.state.failure === null) return children;
    if (renderFailure !== undefined) return renderFailure(() => this.setState({ failure: null }));
    return (
      <Notice title="Something went wrong on this page" onReload={() => location.reload()}>
        Your saved work is safe. Reload the page. If it happens again, contact support.
      </Notice>
    );
  }
}

/** Wraps a section of a page. If the section crashes, the rest of the page keeps working. */
export function SectionBoundary({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  return (
    <PageBoundary
      path={path}
      renderFailure={(onRetry) => <ErrorState title="This section couldn't be shown." onRetry={onRetry} />}
    >
      {children}
    </PageBoundary>
  );
}

/** Replaces a page that failed to load. It reloads automatically when the connection is back. */
export function PageLoadError({ onRetry }: { onRetry: () => void }) {
  useEffect(() => {
    const onOnline = () => location.reload();
    addEventListener("online", onOnline);
    return () => removeEventListener("online", onOnline);
  }, []);
  return (
    <Notice title="Couldn't load this page" onReload={() => reloadOrRetry(onRetry)}>
      Your connection dropped, or the portal was just updated. Reloading usually helps.
    </Notice>
  );
}

interface NoticeProps {
  title: string;
  onReload: () => void;
  children: ReactNode;
}

function Notice({ title, onReload, children }: NoticeProps) {
  return (
    <div
      role="alert"
      className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center px-6 py-16 text-center"
    >
      <h1 className="text-title">{title}</h1>
      <p className="mt-2 text-ink-soft">{children}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={onReload}>
          Reload
        </Button>
        <a href={dashboardPath} className={buttonClasses()}>
          Go to the dashboard
        </a>
      </div>
    </div>
  );
}
