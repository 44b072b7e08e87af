import { readPushSettings, subscribeToPush } from "#domains/notifications/push-contract.ts";
import { call } from "#web/api-client.ts";
import { getPushState, subscribeBrowser } from "#web/offline/push.ts";
import { readPushOptIn, savePushOptIn, turnOffPush } from "#web/offline/push-opt-in.ts";

/**
 * Turns on push in this browser. The user must have granted permission.
 * @throws Error with a message for the user
 */
export async function turnOnPush(userId: number, publicKey: string): Promise<void> {
  const body = await subscribeBrowser(publicKey);
  await call(subscribeToPush, { body });
  savePushOptIn({ userId, endpoint: body.endpoint });
}

/**
 * Runs when the app starts. Renews the user's push subscription if the session, the browser's endpoint, or
 * the portal's key changed. Turns off push that another user had turned on or that was removed from another
 * device.
 */
export async function renewPushSubscription(userId: number): Promise<void> {
  const optIn = readPushOptIn();
  if (optIn === null) return;
  if (optIn.userId !== userId) return turnOffPush();
  if (getPushState() !== "granted") return;
  const { publicKey, devices } = await call(readPushSettings, {});
  const isOn = devices.some(({ isCurrent }) => isCurrent);
  if (!isOn && optIn.endpoint !== null) return turnOffPush();
  const { endpoint } = await subscribeBrowser(publicKey);
  if (!isOn || endpoint !== optIn.endpoint) await turnOnPush(userId, publicKey);
}
