import { Component, type ReactNode } from "react";
import { paths } from "#web/paths.ts";
import { Button, buttonClasses } from "#web/ui/button.tsx";

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
    const isMissingFile = isFailedImport(this.state.fault.error);
    return (
      <div
        role="alert"
        className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center px-6 py-16 text-center"
      >
        <h1 className="text-2xl">
          {isMissingFile ? "This page could not be loaded" : "Something went wrong on this page"}
        </h1>
        <p className="mt-2 text-ink-soft">
          {isMissingFile
            ? "The connection was interrupted, or the portal has been updated meanwhile. Loading it again usually helps."
            : "Nothing you saved is lost. Load the page again; if it happens once more, please tell support."}
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={() => location.reload()}>
            Load again
          </Button>
          <a href={paths.dashboard} className={buttonClasses()}>
            Go to the dashboard
          </a>
        </div>
      </div>
    );
  }
}

/** The browsers' messages when a part of the program does not load. */
const isFailedImport = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|module script failed|Unable to preload/i.test(error.message);
