export interface ToastContent {
  title: string;
  description?: string | undefined;
  variant?: "default" | "destructive" | undefined;
  /** 5000 by default (TST-02). */
  durationMs?: number | undefined;
  /** A button that responds to the message, e.g. to undo. */
  action?: { label: string; onPress: () => void } | undefined;
}
export interface ShownToast extends ToastContent {
  id: number;
}

/** How long the visible toast is shown before a waiting one may replace it (requirements, "Toasts"). */
export const leastShownMs = 1000;

/** At most one toast is visible (TST-01); the others wait in a queue. */
export function makeToastQueue(now: () => number = () => performance.now()) {
  let shown: ShownToast | null = null;
  let shownAt = 0;
  let lastId = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting: ShownToast[] = [];
  const listeners = new Set<() => void>();

  const show = (next: ShownToast | null) => {
    shown = next;
    shownAt = now();
    for (const listener of listeners) listener();
  };
  const showNext = () => {
    clearTimeout(timer);
    timer = undefined;
    show(waiting.shift() ?? null);
    if (waiting.length > 0) timer = setTimeout(showNext, leastShownMs);
  };

  return {
    add(content: ToastContent): void {
      lastId += 1;
      waiting.push({ ...content, id: lastId });
      if (shown === null) showNext();
      else timer ??= setTimeout(showNext, Math.max(0, leastShownMs - (now() - shownAt)));
    },
    /** The visible toast timed out or was dismissed. */
    close(id: number): void {
      if (shown?.id === id) showNext();
    },
    /** Drops all toasts without showing them. */
    clear(): void {
      waiting.length = 0;
      showNext();
    },
    shown: () => shown,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type ToastQueue = ReturnType<typeof makeToastQueue>;
