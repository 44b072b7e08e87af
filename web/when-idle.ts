const longestWaitMs = 3000;
const waitWithoutWordMs = 1000;

/** Does what can wait once the browser has nothing else to do; returns what calls it off. */
export function whenIdle(work: () => void): () => void {
  if (!("requestIdleCallback" in globalThis)) {
    // Safari does not say when it is idle.
    const timer = setTimeout(work, waitWithoutWordMs);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: longestWaitMs });
  return () => cancelIdleCallback(handle);
}
