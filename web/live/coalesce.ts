/**
 * Calls `run` at most once per `everyMs`, and at once after a quiet time: a hundred changes in a second become one
 * request, and a single change is shown without delay. Ids given meanwhile are passed together.
 */
export function coalesce<T>(everyMs: number, run: (items: Set<T>) => void) {
  let waiting = new Set<T>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastRunAt = Number.NEGATIVE_INFINITY;

  const flush = () => {
    timer = undefined;
    lastRunAt = Date.now();
    const items = waiting;
    waiting = new Set();
    run(items);
  };
  return {
    add(item: T) {
      waiting.add(item);
      timer ??= setTimeout(flush, Math.max(0, lastRunAt + everyMs - Date.now()));
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
      waiting = new Set();
    },
  };
}
