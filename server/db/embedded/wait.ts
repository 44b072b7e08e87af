/**
 * Checks every few milliseconds until the condition holds. Returns false if it still doesn't after `timeoutMs`.
 */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { timeoutMs, intervalMs = 5 }: { timeoutMs: number; intervalMs?: number },
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() >= deadline) return false;
    await pause(intervalMs);
  }
  return true;
}

/** Resolves after that many milliseconds. With `keepsProcessAlive: false`, the program can exit earlier. */
export function pause(ms: number, { keepsProcessAlive = true } = {}): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    if (!keepsProcessAlive) timer.unref();
  });
}
