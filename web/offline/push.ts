import { isApplePhone, isInstalled } from "./install-app.ts";

/** Whether this browser shows pushes: `install-first` on iPhones and iPads, `default` as long as nobody was asked. */
export type PushState = "unsupported" | "install-first" | NotificationPermission;

export function pushState(): PushState {
  if ("Notification" in globalThis && "PushManager" in globalThis && "serviceWorker" in navigator)
    return Notification.permission;
  return isApplePhone() && !isInstalled() ? "install-first" : "unsupported";
}

/** Calls `listener` when the person changes the permission in the settings of the browser. */
export function watchPushState(listener: () => void): () => void {
  let status: PermissionStatus | undefined;
  let isWatched = true;
  void navigator.permissions?.query({ name: "notifications" }).then((found) => {
    if (!isWatched) return;
    status = found;
    status.addEventListener("change", listener);
  });
  return () => {
    isWatched = false;
    status?.removeEventListener("change", listener);
  };
}

/** Whether this browser has a subscription. */
export async function isSubscribed(): Promise<boolean> {
  if (!("serviceWorker" in navigator)) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) != null;
}

/** The worker is registered once the browser is idle; where it is turned off, it never is. */
const workerWithinMs = 10_000;

/**
 * Subscribes this browser, whose permission is granted. A subscription by a former key of the portal gets nothing any more.
 * @throws Error with a sentence when the browser refuses
 */
export async function subscribeBrowser(publicKey: string) {
  const { pushManager } = await workerOf();
  const key = bytesOf(publicKey);
  const present = await pushManager.getSubscription();
  const formerKey = present?.options.applicationServerKey;
  const isOurs = formerKey != null && String(new Uint8Array(formerKey)) === String(key);
  if (present !== null && !isOurs) await present.unsubscribe();
  const subscription =
    present !== null && isOurs
      ? present
      : await pushManager
          .subscribe({ userVisibleOnly: true, applicationServerKey: key })
          .catch((cause: unknown) => {
            throw new Error("This browser could not reach its push service. Please try again later.", {
              cause,
            });
          });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
}

function workerOf(): Promise<ServiceWorkerRegistration> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Error("This browser does not take notifications of this site."));
    const timer = setTimeout(refuse, workerWithinMs);
    void navigator.serviceWorker.ready.then((registration) => {
      clearTimeout(timer);
      resolve(registration);
    });
  });
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
