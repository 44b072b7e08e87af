import { Component, type ComponentProps, type ComponentType, lazy } from "react";
import { Button } from "#web/ui/button.tsx";

/** Any component. Its own type checks its props. */
type AnyComponent = Parameters<typeof lazy>[0] extends () => Promise<{ default: infer Part }> ? Part : never;
/** The replacement for a part that failed to load. It receives the part's props. */
type FallbackComponent<Part extends AnyComponent> = ComponentType<
  ComponentProps<Part> & { onRetry: () => void }
>;

class LoadError extends Error {}

export type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the part before it's rendered, so that no fallback is shown. Rejects if it fails to load. */
  preload: () => Promise<unknown>;
};

/**
 * Creates a component that loads when it's first rendered. The surrounding `Suspense` shows its fallback
 * until then. If it fails to load, the rest of the page keeps working, and a message takes its place. It
 * loads again on retry or when it's rendered again. Errors inside the component go to the page's boundary.
 */
export function lazyPart<Loaded extends AnyComponent>(
  load: () => Promise<{ default: Loaded }>,
  Fallback: FallbackComponent<Loaded> = PartFailed,
): LazyPart<ComponentProps<Loaded>> {
  type Props = ComponentProps<Loaded>;
  let LoadedComponent: AnyComponent | undefined;
  const preload = async () => {
    const module = await load();
    LoadedComponent = module.default;
    return module;
  };
  const createLazy = (): AnyComponent =>
    lazy(() =>
      preload().catch((error: unknown): never => {
        throw new LoadError("Part of the page didn't load.", { cause: error });
      }),
    );
  let Part = createLazy();

  return class LazyPart extends Component<Props, { error: unknown }> {
    static readonly preload = preload;
    override state: { error: unknown } = { error: null };
    /** React would show the fallback of a lazy component even if its code has already loaded. */
    private RenderedComponent = LoadedComponent ?? Part;

    static getDerivedStateFromError(error: unknown) {
      return { error };
    }

    override componentWillUnmount() {
      this.resetAfterFailure();
    }

    /** React remembers a failure permanently, so the next attempt uses a new lazy component. */
    private readonly resetAfterFailure = () => {
      if (this.state.error instanceof LoadError) this.RenderedComponent = Part = createLazy();
    };

    private readonly retry = () => {
      this.resetAfterFailure();
      if (this.state.error !== null) this.setState({ error: null });
    };

    override render() {
      const { error } = this.state;
      const { RenderedComponent } = this;
      if (error === null) return <RenderedComponent {...this.props} />;
      if (!(error instanceof LoadError)) throw error;
      const FallbackView: AnyComponent = Fallback;
      return <FallbackView {...this.props} onRetry={this.retry} />;
    }
  };
}

/**
 * Recovers from a part that failed to load. Chrome remembers that a module failed, so while online the whole
 * page is reloaded, which also helps after an update of the portal. While offline, a reload would leave
 * nothing on the screen.
 */
export const reloadOrRetry = (onRetry: () => void): void =>
  navigator.onLine ? location.reload() : onRetry();

/** Shown in place of the part, or above the page if the part can be closed, such as a dialog. */
function PartFailed({ onRetry, onClose }: { onRetry: () => void; onClose?: () => void }) {
  const note = (
    <div
      role="alert"
      className="mx-auto flex w-full max-w-md flex-col gap-3 rounded-card bg-raised p-4 shadow-float"
    >
      <div>
        <p className="font-medium">This section couldn't be loaded</p>
        <p className="mt-0.5 text-ink-soft">Your connection dropped, or the portal was just updated.</p>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {onClose !== undefined && <Button onClick={onClose}>Close</Button>}
        <Button onClick={() => reloadOrRetry(onRetry)}>Try again</Button>
      </div>
    </div>
  );
  if (onClose === undefined) return note;
  return <div className="fixed inset-x-0 bottom-0 z-50 p-4">{note}</div>;
}
