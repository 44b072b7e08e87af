import { Component, type ReactNode, useEffect } from "react";
import { paths } from "#web/paths.ts";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { loadAgain } from "#web/ui/lazy-part.tsx";

interface PageBoundaryProps {
  /** The address: navigation clears the error. */
  place: string;
  children: ReactNode;
}
interface PageBoundaryState {
  fault: { error: unknown } | null;
  place: string;
}

/** What a user sees when a page fails: a message and two ways to continue, never a blank screen. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { fault: null, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<PageBoundaryState> {
    return { fault: { error } };
  }

  static getDerivedStateFromProps(props: PageBoundaryProps, state: PageBoundaryState) {
    return props.place === state.place ? null : { fault: null, place: props.place };
  }

  override render() {
    if (this.state.fault === null) return this.props.children;
    return (
      <Notice title="Something went wrong on this page" onLoadAgain={() => location.reload()}>
        Nothing you saved is lost. Load the page again; if it happens once more, please tell support.
      </Notice>
    );
  }
}

/** In the place of a page that did not arrive; it comes by itself when the connection is back. */
export function MissingPage({ onRetry }: { onRetry: () => void }) {
  useEffect(() => {
    const onOnline = () => location.reload();
    addEventListener("online", onOnline);
    return () => removeEventListener("online", onOnline);
  }, []);
  return (
    <Notice title="This page could not be loaded" onLoadAgain={() => loadAgain(onRetry)}>
      The connection was interrupted, or the portal has been updated meanwhile. Loading it again usually
      helps.
    </Notice>
  );
}

interface NoticeProps {
  title: string;
  onLoadAgain: () => void;
  children: ReactNode;
}

function Notice({ title, onLoadAgain, children }: NoticeProps) {
  return (
    <div
      role="alert"
      className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center px-6 py-16 text-center"
    >
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-2 text-ink-soft">{children}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={onLoadAgain}>
          Load again
        </Button>
        <a href={paths.dashboard} className={buttonClasses()}>
          Go to the dashboard
        </a>
      </div>
    </div>
  );
}
