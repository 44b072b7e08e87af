import { Component, type ReactNode, useEffect } from "react";
import { dashboardPath } from "#domains/dashboard/paths.ts";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { reloadOrRetry } from "#web/ui/page/lazy-part.tsx";

interface PageBoundaryProps {
  /** The current path. Navigation clears the error. */
  path: string;
  children: ReactNode;
}
interface PageBoundaryState {
  failure: { error: unknown } | null;
  path: string;
}

/** Shown when a page crashes: a message and two ways to continue, never a blank screen. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { failure: null, path: this.props.path };

  static getDerivedStateFromError(error: unknown): Partial<PageBoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(props: PageBoundaryProps, state: PageBoundaryState) {
    return props.path === state.path ? null : { failure: null, path: props.path };
  }

  override render() {
    if (this.state.failure === null) return this.props.children;
    return (
      <Notice title="Something went wrong on this page" onReload={() => location.reload()}>
        Your saved work is safe. Reload the page. If it happens again, contact support.
      </Notice>
    );
  }
}

/** Shown in place of a page that failed to load. It reloads automatically when the connection is back. */
export function PageLoadError({ onRetry }: { onRetry: () => void }) {
  useEffect(() => {
    const onOnline = () => location.reload();
    addEventListener("online", onOnline);
    return () => removeEventListener("online", onOnline);
  }, []);
  return (
    <Notice title="This page could not be loaded" onReload={() => reloadOrRetry(onRetry)}>
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
