import { useSyncExternalStore } from "react";
import { navigate } from "wouter/use-browser-location";

/**
 * The minimum time between checks for a new version. A check runs when the user returns to a tab that has
 * been open for longer than this.
 */
const checkIntervalMs = 60 * 60 * 1000;

let hasNewVersion = false;
const listeners = new Set<() => void>();

/** Registers the service worker, which starts the portal offline, and watches for new versions. */
export async function startServiceWorker(): Promise<void> {
  // The development server has no service worker, and browsers support them only over https.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  let registration: ServiceWorkerRegistration;
  try {
    registration = await navigator.serviceWorker.register("/sw.js");
  } catch {
    // Service workers are disabled in the browser. The portal works without them.
    return;
  }
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (typeof data?.link === "string") followLink(data.link);
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => void compareVersions());
  let checkedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" || Date.now() - checkedAt < checkIntervalMs) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

/**
 * Opens the page of a clicked notification through a link, so that the current page can ask before unsaved
 * changes are lost.
 */
function followLink(path: string): void {
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

/**
 * Checks whether this tab runs an outdated version. A page loaded after the deployment is up to date.
 */
async function compareVersions(): Promise<void> {
  const entry = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src");
  // Without a response, the versions can't be compared. The next service worker update checks again.
  const page = await fetch("/", { cache: "no-store" })
    .then((response) => (response.ok ? response.text() : undefined))
    .catch(() => undefined);
  if (entry == null || page === undefined || page.includes(entry)) return;
  hasNewVersion = true;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a newer version of the portal is available after a reload. */
export const useHasNewVersion = (): boolean => useSyncExternalStore(subscribe, () => hasNewVersion);
