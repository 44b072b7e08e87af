import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { makeToastQueue, type ToastContent } from "#web/ui/toast-queue.ts";

const queue = makeToastQueue();

/** Shows a short message; errors are `variant: "destructive"` (TST-06). */
export const toast = (content: ToastContent): void => queue.add(content);

const loadViewport = () => import("#web/ui/toast-viewport.tsx");
const ToastViewport = lazy(() => loadViewport().then((module) => ({ default: module.ToastViewport })));

/**
 * Draws the toasts. Their code is not part of the first load: it is fetched at the first press or key, so that it is
 * available even when the message is that the server is not.
 */
export function ToastOutlet() {
  const shown = useSyncExternalStore(queue.subscribe, queue.shown);
  const [isNeeded, setIsNeeded] = useState(false);
  if (shown !== null && !isNeeded) setIsNeeded(true);

  useEffect(() => {
    const fetchEarly = () => void loadViewport().catch(() => undefined);
    const once = { once: true, capture: true };
    addEventListener("pointerdown", fetchEarly, once);
    addEventListener("keydown", fetchEarly, once);
    return () => {
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
