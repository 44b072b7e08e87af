import { Component, type ComponentProps, type ComponentType, lazy } from "react";
import { Button } from "#web/ui/button.tsx";

/** Any component: what is passed to one is checked by its own type. */
type AnyComponent = Parameters<typeof lazy>[0] extends () => Promise<{ default: infer Part }> ? Part : never;
/** What stands in the place of a part that did not arrive; it gets the properties of the part. */
type Missing<Part extends AnyComponent> = ComponentType<ComponentProps<Part> & { onRetry: () => void }>;

class NotLoaded extends Error {}

/**
 * A component that is fetched when it is first drawn; the `Suspense` around it says what is shown until then. When it does
 * not arrive, nothing else goes with it: a note stands in its place, and it is fetched again when that is asked for or it is
 * drawn anew. An error inside the component goes on to the boundary of the page.
 */
export function lazyPart<Loaded extends AnyComponent>(
  load: () => Promise<{ default: Loaded }>,
  Missing: Missing<Loaded> = PartMissing,
): ComponentType<ComponentProps<Loaded>> {
  type Props = ComponentProps<Loaded>;
  const fetched = (): AnyComponent =>
    lazy(() =>
      load().catch((error: unknown): never => {
        throw new NotLoaded("A part of the page did not arrive.", { cause: error });
      }),
    );
  let Part = fetched();

  return class LazyPart extends Component<Props, { error: unknown }> {
    override state: { error: unknown } = { error: null };

    static getDerivedStateFromError(error: unknown) {
      return { error };
    }

    override componentWillUnmount() {
      this.forget();
    }

    /** React keeps a failure for good: the next attempt is another lazy component. */
    private readonly forget = () => {
      if (this.state.error instanceof NotLoaded) Part = fetched();
    };

    private readonly retry = () => {
      this.forget();
      if (this.state.error !== null) this.setState({ error: null });
    };

    override render() {
      const { error } = this.state;
      if (error === null) return <Part {...this.props} />;
      if (!(error instanceof NotLoaded)) throw error;
      const Note: AnyComponent = Missing;
      return <Note {...this.props} onRetry={this.retry} />;
    }
  };
}

/**
 * The way on from a part that did not arrive. Chrome remembers that a module failed, so that with a connection the document
 * is loaded anew, which also helps when the portal was updated; without one that would leave nothing on the screen.
 */
export const loadAgain = (onRetry: () => void): void => (navigator.onLine ? location.reload() : onRetry());

/** In the place of the part; over the page when the part is one that is closed, such as a dialog. */
function PartMissing({ onRetry, onClose }: { onRetry: () => void; onClose?: () => void }) {
  const note = (
    <div
      role="alert"
      className="mx-auto flex w-full max-w-md flex-col gap-3 rounded-card bg-raised p-4 shadow-float"
    >
      <div>
        <p className="font-medium">This part could not be loaded</p>
        <p className="mt-0.5 text-ink-soft">
          The connection was interrupted, or the portal has been updated meanwhile.
        </p>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {onClose !== undefined && <Button onClick={onClose}>Close</Button>}
        <Button onClick={() => loadAgain(onRetry)}>Try again</Button>
      </div>
    </div>
  );
  if (onClose === undefined) return note;
  return <div className="fixed inset-x-0 bottom-0 z-50 p-4">{note}</div>;
}
