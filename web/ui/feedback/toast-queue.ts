export interface ToastContent {
  title: string;
  description?: string;
  variant?: "default" | "destructive";
  /** 5000 by default (TST-02), and 10,000 with a button. */
  durationMs?: number;
  /** A button that responds to the message, such as Undo. */
  action?: { label: string; onPress: () => void } | undefined;
}
export interface ShownToast extends ToastContent {
  id: number;
}

const defaultDurationMs = 5000;
/** Time to read what happened and undo it. */
const durationWithButtonMs = 10_000;

/** Returns how long a toast is shown, in milliseconds. */
export const getToastDurationMs = ({ durationMs, action }: ToastContent): number =>
  durationMs ?? (action === undefined ? defaultDurationMs : durationWithButtonMs);

/** The minimum time a toast is shown before the next can replace it (requirements, "Toasts"). */
export const minShownMs = 1000;

/** Creates a queue that shows one toast at a time (TST-01). */
export function createToastQueue(now: () => number = () => performance.now()) {
  let shownToast: ShownToast | null = null;
  /** Undefined until the visible toast is rendered, because its code might still be loading. */
  let visibleSince: number | undefined;
  let lastId = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waitingToasts: ShownToast[] = [];
  const listeners = new Set<() => void>();

  const showNext = () => {
    clearTimeout(timer);
    timer = undefined;
    visibleSince = undefined;
    shownToast = waitingToasts.shift() ?? null;
    for (const listener of listeners) listener();
  };
  const replaceLater = () => {
    if (visibleSince === undefined || waitingToasts.length === 0) return;
    timer ??= setTimeout(showNext, Math.max(0, minShownMs - (now() - visibleSince)));
  };

  return {
    add(content: ToastContent): void {
      lastId += 1;
      waitingToasts.push({ ...content, id: lastId });
      if (shownToast === null) showNext();
      else replaceLater();
    },
    /** Called when the toast appears on the screen. Its time starts now. */
    markVisible(id: number): void {
      if (shownToast?.id !== id) return;
      visibleSince ??= now();
      replaceLater();
    },
    /** Called when a dialog opens. A message that has been shown long enough doesn't cover the dialog. */
    makeRoom(): void {
      const isSeen = visibleSince !== undefined && now() - visibleSince >= minShownMs;
      if (isSeen && shownToast?.action === undefined && shownToast?.variant !== "destructive") showNext();
    },
    /** Called when the visible toast times out or is dismissed. */
    close(id: number): void {
      if (shownToast?.id === id) showNext();
    },
    /** Removes all toasts without showing them. */
    clear(): void {
      waitingToasts.length = 0;
      showNext();
    },
    getShownToast: () => shownToast,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type ToastQueue = ReturnType<typeof createToastQueue>;
