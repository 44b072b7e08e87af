import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { openEventStream } from "#test/event-stream.ts";
import { createPerson, createProperty, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  await portal.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => portal.close());

test("the live event for a changed property or unit goes to its managers and carries no contents", async () => {
  const stranger = await createPerson(portal.db, {
    role: "landlord",
    propertyIds: [await createProperty(portal.db)],
  });
  const address = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
  const cookies = [building.landlord.cookie, await signInAs(portal.db, stranger)];
  const [ownStream, otherStream] = await Promise.all(
    cookies.map((cookie) => openEventStream(address, cookie)),
  );
  if (ownStream === undefined || otherStream === undefined) throw new Error("A stream did not open.");
  const { cookie } = building.admin;
  await portal.call("PATCH", `/api/properties/${building.propertyId}`, {
    cookie,
    body: { name: "New Name" },
  });
  await portal.call("PATCH", `/api/units/${building.unitId}`, { cookie, body: { beds: 2 } });
  await portal.call("PATCH", `/api/settings/properties/${building.propertyId}`, {
    cookie,
    body: { cardFeeBasisPoints: 100 },
  });
  // Sent last to both, so everything before it has been received too.
  portal.services.live.publish({
    to: "users",
    kind: "approvals",
    userIds: [building.landlord.id, stranger.id],
  });
  await Promise.all(
    [ownStream, otherStream].map((stream) => stream.received(({ kind }) => kind === "approvals")),
  );
  const changed = { kind: "property.changed", propertyId: building.propertyId };
  expect(ownStream.events.filter(({ kind }) => kind === "property.changed")).toEqual([
    changed,
    changed,
    changed,
  ]);
  expect(otherStream.events.filter(({ kind }) => kind === "property.changed")).toEqual([]);
  ownStream.close();
  otherStream.close();
});
