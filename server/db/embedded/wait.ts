/** Checks every few milliseconds until the condition holds. Returns false if it didn't within `forMs`. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { forMs: timeoutMs, everyMs: intervalMs = 5 }: { forMs: number; everyMs?: number },
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() >= deadline) return false;
    await pause(intervalMs);
  }
  return true;
}

/** Resolves after that many milliseconds. With `keepsProcess: false`, the program can exit earlier. */
export function pause(ms: number, { keepsProcess: keepsProcessAlive = true } = {}): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    if (!keepsProcessAlive) timer.unref();
  });
}
