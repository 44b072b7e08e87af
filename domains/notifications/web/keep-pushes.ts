import { readPushSettings, subscribeToPush } from "#domains/notifications/push-contract.ts";
import { call } from "#web/api-client.ts";
import { pushState, subscribeBrowser } from "#web/offline/push.ts";
import { endPushes, readTurnedOn, rememberTurnedOn } from "#web/offline/turned-on.ts";

/** Turns pushes on in this browser, whose permission is granted. @throws Error with a sentence */
export async function turnPushesOn(userId: number, publicKey: string): Promise<void> {
  const body = await subscribeBrowser(publicKey);
  await call(subscribeToPush, { body });
  rememberTurnedOn({ userId, endpoint: body.endpoint });
}

/**
 * At the start of the program: pushes that the person had turned on go on, in a new session, at a new address of the browser
 * and with a new key of the portal. Those of somebody else, and those removed on another device, end.
 */
export async function keepPushes(userId: number): Promise<void> {
  const turnedOn = readTurnedOn();
  if (turnedOn === null) return;
  if (turnedOn.userId !== userId) return endPushes();
  if (pushState() !== "granted") return;
  const { publicKey, devices } = await call(readPushSettings, {});
  const isOn = devices.some(({ isCurrent }) => isCurrent);
  if (!isOn && turnedOn.endpoint !== null) return endPushes();
  const { endpoint } = await subscribeBrowser(publicKey);
  if (!isOn || endpoint !== turnedOn.endpoint) await turnPushesOn(userId, publicKey);
}
