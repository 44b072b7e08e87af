import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createProperty, createWorkOrder } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { propertyId, landlord, tenant, leaseId } = building;
  const elsewhere = await createProperty(portal.db);
  const here = { propertyId, createdById: landlord.id };
  for (const status of ["open", "urgent", "completed", "in_progress", "scheduled", "cancelled"] as const)
    await createWorkOrder(portal.db, { ...here, status });
  await createWorkOrder(portal.db, { ...here, createdById: tenant.id, leaseId, status: "scheduled" });
  await createWorkOrder(portal.db, { ...here, awaitingApproval: true });
  await createWorkOrder(portal.db, { propertyId: elsewhere, createdById: building.admin.id });
});
afterAll(() => portal.close());

describe("the dashboard's figures", () => {
  test.each([
    ["admin", { openWorkOrders: 4, completedOrders: 1, inProgressOrders: 1, scheduledOrders: 2 }],
    ["landlord", { openWorkOrders: 3, completedOrders: 1, inProgressOrders: 1, scheduledOrders: 2 }],
    ["technician", { openWorkOrders: 2, completedOrders: 1, inProgressOrders: 1, scheduledOrders: 2 }],
    ["tenant", { openWorkOrders: 0, completedOrders: 0, inProgressOrders: 0, scheduledOrders: 1 }],
    ["neighbour", { openWorkOrders: 0, completedOrders: 0, inProgressOrders: 0, scheduledOrders: 0 }],
  ] as const)("API-12 the %s sees what is within reach, urgent ones among the open", async (who, figures) => {
    const answer = await portal.call("GET", "/api/dashboard/stats", { cookie: building[who].cookie });
    expect(answer.json()).toMatchObject(figures);
  });
});
