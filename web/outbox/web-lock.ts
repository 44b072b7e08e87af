/** One tab of the browser sends; the next one gets its turn when that tab is done or closed. */
export function webLock(name: string): (work: () => Promise<void>) => Promise<void> {
  // Only on encrypted addresses. Without locks two tabs may send the same change, which the server does once.
  if (!("locks" in navigator)) return (work) => work();
  return async (work) => {
    await navigator.locks.request(name, work);
  };
}
