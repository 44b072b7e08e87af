export interface ToastContent {
  title: string;
  description?: string;
  variant?: "default" | "destructive";
  /** 5000 by default (TST-02). */
  durationMs?: number;
  /** A button that responds to the message, such as Undo. */
  action?: { label: string; onPress: () => void } | undefined;
}
export interface ShownToast extends ToastContent {
  id: number;
}

/** How long a toast is shown before a waiting one can replace it (requirements, "Toasts"). */
export const leastShownMs = 1000;

/** Creates a queue that shows one toast at a time (TST-01). */
export function makeToastQueue(now: () => number = () => performance.now()) {
  let shown: ShownToast | null = null;
  /** Undefined until the visible toast is rendered, because its code might still be loading. */
  let drawnAt: number | undefined;
  let lastId = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting: ShownToast[] = [];
  const listeners = new Set<() => void>();

  const showNext = () => {
    clearTimeout(timer);
    timer = undefined;
    drawnAt = undefined;
    shown = waiting.shift() ?? null;
    for (const listener of listeners) listener();
  };
  const replaceLater = () => {
    if (drawnAt === undefined || waiting.length === 0) return;
    timer ??= setTimeout(showNext, Math.max(0, leastShownMs - (now() - drawnAt)));
  };

  return {
    add(content: ToastContent): void {
      lastId += 1;
      waiting.push({ ...content, id: lastId });
      if (shown === null) showNext();
      else replaceLater();
    },
    /** Called when the toast is on the screen. Its time counts from now on. */
    drawn(id: number): void {
      if (shown?.id !== id) return;
      drawnAt ??= now();
      replaceLater();
    },
    /** Called when the visible toast times out or is dismissed. */
    close(id: number): void {
      if (shown?.id === id) showNext();
    },
    /** Removes all toasts without showing them. */
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
