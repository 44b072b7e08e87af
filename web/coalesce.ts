/**
 * Calls `run` no more than once per `intervalMs`, and immediately after a quiet period. Items added in
 * between are passed together, so a hundred changes in a second become one request and a single change
 * appears without delay.
 */
export function coalesce<T>(intervalMs: number, run: (items: Set<T>) => void) {
  let pending = new Set<T>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastRunAt = Number.NEGATIVE_INFINITY;

  const flush = () => {
    timer = undefined;
    lastRunAt = Date.now();
    const items = pending;
    pending = new Set();
    run(items);
  };
  return {
    add(item: T) {
      pending.add(item);
      timer ??= setTimeout(flush, Math.max(0, lastRunAt + intervalMs - Date.now()));
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
      pending = new Set();
    },
  };
}
