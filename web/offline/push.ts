import { isAppleMobile, isInstalled } from "./install-app.ts";

/**
 * Whether this browser shows push notifications. `install-first`: on iPhones and iPads, once the app is
 * installed. `default`: the user hasn't been asked yet.
 */
export type PushState = "unsupported" | "install-first" | NotificationPermission;

export function getPushState(): PushState {
  if ("Notification" in globalThis && "PushManager" in globalThis && "serviceWorker" in navigator)
    return Notification.permission;
  return isAppleMobile() && !isInstalled() ? "install-first" : "unsupported";
}

/** Calls `listener` when the user changes the permission in the browser's settings. */
export function watchPushState(listener: () => void): () => void {
  let status: PermissionStatus | undefined;
  let isWatched = true;
  void navigator.permissions?.query({ name: "notifications" }).then((permissionStatus) => {
    if (!isWatched) return;
    status = permissionStatus;
    status.addEventListener("change", listener);
  });
  return () => {
    isWatched = false;
    status?.removeEventListener("change", listener);
  };
}

/** Whether this browser has a push subscription. */
export async function isSubscribed(): Promise<boolean> {
  if (!("serviceWorker" in navigator)) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) != null;
}

/**
 * The time limit for the service worker. It's registered once the browser is idle, or never if it's disabled.
 */
const workerTimeoutMs = 10_000;

/**
 * Subscribes this browser, which has already granted permission. Replaces a subscription made with an earlier
 * key of the portal, because it no longer receives messages.
 * @throws Error with a message for users if the browser doesn't subscribe
 */
export async function subscribeBrowser(publicKey: string) {
  const { pushManager } = await waitForWorker();
  const key = decodeBase64Url(publicKey);
  const currentSubscription = await pushManager.getSubscription();
  const currentKey = currentSubscription?.options.applicationServerKey;
  const hasCurrentKey = currentKey != null && String(new Uint8Array(currentKey)) === String(key);
  if (currentSubscription !== null && !hasCurrentKey) await currentSubscription.unsubscribe();
  const subscription =
    currentSubscription !== null && hasCurrentKey
      ? currentSubscription
      : await pushManager
          .subscribe({ userVisibleOnly: true, applicationServerKey: key })
          .catch((cause: unknown) => {
            throw new Error("Your browser couldn't reach its push service. Try again later.", {
              cause,
            });
          });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
}

function waitForWorker(): Promise<ServiceWorkerRegistration> {
  return new Promise((resolve, reject) => {
    const onTimeout = () =>
      reject(new Error("Notifications from this site aren't supported in this browser."));
    const timer = setTimeout(onTimeout, workerTimeoutMs);
    void navigator.serviceWorker.ready.then((registration) => {
      clearTimeout(timer);
      resolve(registration);
    });
  });
}

function decodeBase64Url(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
