import { useSyncExternalStore } from "react";

/**
 * The event that Chromium fires while the portal can be installed. Other browsers offer installation in their
 * own menus.
 */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function setOffer(next: InstallOffer | null) {
  offer = next;
  for (const listener of listeners) listener();
}

export function watchInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    // Saved for the user menu, so that the browser doesn't show a bar above the page.
    event.preventDefault();
    setOffer(event as InstallOffer);
  });
  addEventListener("appinstalled", () => setOffer(null));
}

/** Whether the page runs as an installed app, without the browser's interface. */
export const isInstalled = (): boolean =>
  matchMedia("(display-mode: standalone)").matches ||
  ("standalone" in navigator && navigator.standalone === true);

/**
 * Whether this is an iPhone or iPad, whose browsers don't prompt for installation. iPads identify themselves
 * as Macs.
 */
export const isAppleMobile = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Returns a function that installs the portal on this device, or undefined if the browser doesn't offer it.
 */
export function useInstallApp(): (() => void) | undefined {
  const currentOffer = useSyncExternalStore(subscribe, () => offer);
  if (currentOffer === null) return undefined;
  return () => {
    // A prompt can be used once. If the user declines, the browser fires another event later.
    setOffer(null);
    void currentOffer.prompt();
  };
}
