import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { startFakePushService } from "#test/fakes/fake-push.ts";
import type { TestPortal } from "#test/portal.ts";
import type { PushSettings } from "../push-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

test("NAV-31 a changed push endpoint is accepted only for the session that turned on push", async () => {
  const receiver = startFakePushService({ clock: () => portal.clock.now });
  portal.services.push = receiver.push;
  const subscribe = async ({ cookie }: { cookie: string }, body: object) =>
    (await portal.call("POST", "/api/push-subscriptions", { cookie, body })).statusCode;
  const countDevices = async ({ cookie }: { cookie: string }) =>
    (await portal.call("GET", "/api/push-subscriptions", { cookie })).json<PushSettings>().devices.length;
  const before = receiver.browser("before");
  const after = { ...receiver.browser("after"), replaces: before.endpoint };
  expect(await subscribe(building.tenant, before)).toBe(201);
  expect(await subscribe(building.neighbor, after)).toBe(409);
  expect(await countDevices(building.neighbor)).toBe(0);
  expect(await subscribe(building.tenant, after)).toBe(201);
  expect(await countDevices(building.tenant)).toBe(1);
});
