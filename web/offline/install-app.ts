import { useSyncExternalStore } from "react";

/** What Chromium offers while the portal can be installed; other browsers have it in their own menus. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function set(next: InstallOffer | null) {
  offer = next;
  for (const listener of listeners) listener();
}

export function watchInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    // Kept for the user menu, instead of a bar over the page.
    event.preventDefault();
    set(event as InstallOffer);
  });
  addEventListener("appinstalled", () => set(null));
}

/** Whether the page runs as an installed program, without the browser around it. */
export const isInstalled = (): boolean =>
  matchMedia("(display-mode: standalone)").matches ||
  ("standalone" in navigator && navigator.standalone === true);

/** An iPhone or iPad, whose browsers offer no installation by themselves; an iPad says that it is a Mac. */
export const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Installs the portal on this device; undefined where the browser does not offer it. */
export function useInstallApp(): (() => void) | undefined {
  const current = useSyncExternalStore(subscribe, () => offer);
  if (current === null) return undefined;
  return () => {
    // An offer can be used once; after a refusal the browser makes another one later.
    set(null);
    void current.prompt();
  };
}
