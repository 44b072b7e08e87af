/** Lets one of the browser's tabs send at a time. The next tab follows when that tab is done or closed. */
export function createWebLock(name: string): (work: () => Promise<void>) => Promise<void> {
  // Locks are available only over https. Without them, two tabs might send the same change, but the server
  // applies it once.
  if (!("locks" in navigator)) return (work) => work();
  return async (work) => {
    await navigator.locks.request(name, work);
  };
}
