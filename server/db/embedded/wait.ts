/**
 * Checks every few milliseconds until the condition holds. Returns false if it still doesn't after `forMs`.
 */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { forMs, everyMs = 5 }: { forMs: number; everyMs?: number },
): Promise<boolean> {
  const deadline = Date.now() + forMs;
  while (!(await condition())) {
    if (Date.now() >= deadline) return false;
    await pause(everyMs);
  }
  return true;
}

/** Resolves after that many milliseconds. With `keepsProcess: false`, the program can exit earlier. */
export function pause(ms: number, { keepsProcess = true } = {}): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    if (!keepsProcess) timer.unref();
  });
}
