import * as z from "zod/mini";

const storageKey = "push";

/**
 * The user who turned on push in this browser, and the subscription's endpoint. Kept until they turn it off
 * or sign out. The endpoint is null once the session in which push was turned on has ended, because the
 * server's subscription ended with it.
 */
const pushOptIn = z.object({ userId: z.number(), endpoint: z.nullable(z.string()) });
type PushOptIn = z.infer<typeof pushOptIn>;

export function readPushOptIn(): PushOptIn | null {
  try {
    return pushOptIn.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? "null")).data ?? null;
  } catch {
    return null;
  }
}

export function savePushOptIn(value: PushOptIn): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(value));
  } catch {
    // Without storage, the user has to turn push on again.
  }
}

/**
 * Records that a new session has started, which has no push subscription yet. `renew-push-subscription.ts` in
 * the notifications domain decides whether to renew the subscription.
 */
export function clearPushEndpoint(): void {
  const current = readPushOptIn();
  if (current !== null) savePushOptIn({ ...current, endpoint: null });
}

/** Turns off push in this browser and removes notifications still on the screen. */
export async function turnOffPush(): Promise<void> {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Without storage, there's nothing to remove.
  }
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
