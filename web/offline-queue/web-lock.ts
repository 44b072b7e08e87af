/** Lets one tab of the browser send. The next one gets its turn when that tab is done or closed. */
export function createWebLock(name: string): (work: () => Promise<void>) => Promise<void> {
  // Available only over https. Without locks, two tabs might send the same change, which the server applies
  // once.
  if (!("locks" in navigator)) return (work) => work();
  return async (work) => {
    await navigator.locks.request(name, work);
  };
}
