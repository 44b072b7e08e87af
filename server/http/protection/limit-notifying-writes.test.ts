import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createWorkOrder } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

test("tenants can make up to 100 changes that notify others in 10 minutes, and staff can make any number", async () => {
  const id = await createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    leaseId: building.leaseId,
    createdById: building.tenant.id,
  });
  const comment = async (who: { cookie: string }, text = "") =>
    (await portal.call("POST", `/api/work-orders/${id}/comments`, { cookie: who.cookie, body: { text } }))
      .statusCode;
  for (let count = 0; count < 100; count += 1) {
    expect(await comment(building.tenant)).toBe(400);
    expect(await comment(building.landlord)).toBe(400);
  }
  expect(await comment(building.tenant, "One too many")).toBe(429);
  expect(await comment(building.neighbor)).toBe(400);
  expect(await comment(building.landlord, "Not one too many")).toBe(201);
  portal.clock.now = new Date(portal.clock.now.getTime() + 10 * 60_000);
  expect(await comment(building.tenant, "Later")).toBe(201);
});
