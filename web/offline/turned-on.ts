import * as z from "zod/mini";

const storageKey = "push";

/**
 * Who turned pushes on in this browser, and with which address, until they turn them off or sign out. The address is null
 * when the session in which they were turned on is over, and with it the server's part.
 */
const turnedOn = z.object({ userId: z.number(), endpoint: z.nullable(z.string()) });
type TurnedOn = z.infer<typeof turnedOn>;

export function readTurnedOn(): TurnedOn | null {
  try {
    return turnedOn.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? "null")).data ?? null;
  } catch {
    return null;
  }
}

export function rememberTurnedOn(value: TurnedOn): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(value));
  } catch {
    // Without storage they are turned on again by hand.
  }
}

/** A session has begun; whose pushes go on is decided by domains/notifications/web/keep-pushes.ts. */
export function markNewSession(): void {
  const present = readTurnedOn();
  if (present !== null) rememberTurnedOn({ ...present, endpoint: null });
}

/** This browser gets no pushes any more, and what they showed goes away. */
export async function endPushes(): Promise<void> {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Without storage there is nothing to remove.
  }
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
