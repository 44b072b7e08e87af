import { useSyncExternalStore } from "react";
import { navigate } from "wouter/use-browser-location";

/** A tab that stays open for days looks for a new version when somebody comes back to it, at most this often. */
const lookedForEveryMs = 60 * 60 * 1000;

let isThere = false;
const listeners = new Set<() => void>();

/** Registers the service worker, which starts the program without a network, and watches for new versions of the portal. */
export async function startServiceWorker(): Promise<void> {
  // A server in development has none; browsers offer them on encrypted addresses only.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  let registration: ServiceWorkerRegistration;
  try {
    registration = await navigator.serviceWorker.register("/sw.js");
  } catch {
    // Turned off in the browser: the portal works as without one.
    return;
  }
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (typeof data?.link === "string") follow(data.link);
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => void compareVersions());
  let lookedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" || Date.now() - lookedAt < lookedForEveryMs) return;
    lookedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** A notification was pressed. As with any link, a page asks first before something is lost. */
function follow(path: string): void {
  const link = document.createElement("a");
  link.href = path;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    navigate(path);
  });
  document.body.append(link);
  link.click();
  link.remove();
}

/** A page that was loaded after the new version was installed on the server is new already. */
async function compareVersions(): Promise<void> {
  const entry = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src");
  // Without an answer of the portal nothing is known; the next change of the worker asks again.
  const page = await fetch("/", { cache: "no-store" })
    .then((response) => (response.ok ? response.text() : undefined))
    .catch(() => undefined);
  if (entry == null || page === undefined || page.includes(entry)) return;
  isThere = true;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a newer version of the portal waits for this tab to be loaded again. */
export const useHasNewVersion = (): boolean => useSyncExternalStore(subscribe, () => isThere);
