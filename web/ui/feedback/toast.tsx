import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "#web/ui/button.tsx";
import {
  createToastQueue,
  type ShownToast,
  type ToastContent,
  type ToastQueue,
} from "#web/ui/feedback/toast-queue.ts";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { whenIdle } from "#web/when-idle.ts";

const queue = createToastQueue();

/** Shows a short message. Errors are `variant: "destructive"` (TST-06). */
export const toast = (content: ToastContent): void => queue.add(content);

const loadViewport = () => import("#web/ui/feedback/toast-viewport.tsx");
const ToastViewport = lazyPart(
  () => loadViewport().then((module) => ({ default: module.ToastViewport })),
  PlainToast,
);

/**
 * Renders the toasts. Their code isn't part of the first load. It's fetched when the browser is idle or at
 * the first click or key press, so that a toast can be shown even if the server can't be reached.
 */
export function ToastOutlet() {
  const shown = useSyncExternalStore(queue.subscribe, queue.getShownToast, () => null);
  const [isNeeded, setIsNeeded] = useState(false);
  if (shown !== null && !isNeeded) setIsNeeded(true);

  useEffect(() => {
    const fetchEarly = () => void loadViewport().catch(() => undefined);
    const once = { once: true, capture: true };
    addEventListener("pointerdown", fetchEarly, once);
    addEventListener("keydown", fetchEarly, once);
    const cancelIdleFetch = whenIdle(fetchEarly);
    return () => {
      cancelIdleFetch();
      removeEventListener("pointerdown", fetchEarly, once);
      removeEventListener("keydown", fetchEarly, once);
    };
  }, []);

  useEffect(() => () => queue.clear(), []);

  if (!isNeeded) return null;
  return (
    <Suspense>
      <ToastViewport queue={queue} shown={shown} />
    </Suspense>
  );
}

/** A plain toast, shown if the code for normal toasts fails to load. */
function PlainToast({ queue, shown }: { queue: ToastQueue; shown: ShownToast | null }) {
  useEffect(() => {
    if (shown !== null) queue.markVisible(shown.id);
  }, [queue, shown]);
  if (shown === null) return null;
  return (
    <div className="fixed inset-x-4 bottom-[calc(var(--bottom-bar)+1rem)] z-60">
      <div
        role="alert"
        className="mx-auto flex max-w-md items-center gap-3 rounded-card bg-raised p-4 shadow-float"
      >
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{shown.title}</p>
          {shown.description !== undefined && <p className="text-ink-soft">{shown.description}</p>}
        </div>
        <Button size="sm" onClick={() => queue.close(shown.id)}>
          Dismiss
        </Button>
      </div>
    </div>
  );
}
