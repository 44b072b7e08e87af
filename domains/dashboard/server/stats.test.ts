import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import {
  createLease,
  createPerson,
  createProperty,
  createUnit,
  createWorkOrder,
  type PersonFacts,
  signInAs,
} from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
let everybody: Record<
  "admin" | "landlord" | "technician" | "tenant" | "neighbour" | "formerTenant" | "applicant" | "caretaker",
  { id: number; cookie: string }
>;

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
  const signedIn = async (facts: PersonFacts) => {
    const { id } = await createPerson(portal.db, facts);
    return { id, cookie: await signInAs(portal.db, { id }) };
  };
  const formerTenant = await signedIn({ role: "tenant" });
  const applicant = await signedIn({ role: "tenant", state: "pending" });
  const caretaker = await signedIn({ role: "maintenance", allBuildings: true });
  const unitId = await createUnit(portal.db, elsewhere);
  const formerLease = { propertyId: elsewhere, unitId, memberIds: [formerTenant.id], isEnded: true };
  const endedLeaseId = await createLease(portal.db, formerLease);
  const ended = { propertyId: elsewhere, leaseId: endedLeaseId };
  await createWorkOrder(portal.db, { ...ended, createdById: formerTenant.id });
  await createWorkOrder(portal.db, { ...ended, createdById: landlord.id });
  for (const awaitingApproval of [true, false])
    await createWorkOrder(portal.db, { propertyId: elsewhere, createdById: applicant.id, awaitingApproval });
  const { admin, technician, neighbour } = building;
  everybody = { admin, landlord, technician, tenant, neighbour, formerTenant, applicant, caretaker };
});
afterAll(() => portal.close());

describe("the dashboard's figures", () => {
  test.each([
    ["admin", { openWorkOrders: 8, completedOrders: 1, inProgressOrders: 1, scheduledOrders: 2 }],
    ["landlord", { openWorkOrders: 3, completedOrders: 1, inProgressOrders: 1, scheduledOrders: 2 }],
    ["technician", { openWorkOrders: 2, completedOrders: 1, inProgressOrders: 1, scheduledOrders: 2 }],
    ["tenant", { openWorkOrders: 0, completedOrders: 0, inProgressOrders: 0, scheduledOrders: 1 }],
    ["neighbour", { openWorkOrders: 0, completedOrders: 0, inProgressOrders: 0, scheduledOrders: 0 }],
  ] as const)("API-12 the %s sees what is within reach, urgent ones among the open", async (who, figures) => {
    const answer = await portal.call("GET", "/api/dashboard/stats", { cookie: building[who].cookie });
    expect(answer.json()).toMatchObject(figures);
  });

  test("DASH-02 each figure is the total of the list it opens, for everybody", async () => {
    const lists = {
      openWorkOrders: "open",
      completedOrders: "completed",
      inProgressOrders: "in_progress",
      scheduledOrders: "scheduled",
    };
    for (const { cookie } of Object.values(everybody)) {
      const stats = (await portal.call("GET", "/api/dashboard/stats", { cookie })).json<
        Record<string, number>
      >();
      for (const [figure, status] of Object.entries(lists)) {
        const list = await portal.call("GET", `/api/work-orders?status=${status}&page=1`, { cookie });
        expect([figure, String(stats[figure])]).toEqual([figure, list.headers["x-total-count"]]);
        expect(list.json<unknown[]>()).toHaveLength(stats[figure] ?? -1);
      }
    }
    const { formerTenant, applicant, caretaker } = everybody;
    const openOf = async ({ cookie }: { cookie: string }) =>
      (await portal.call("GET", "/api/dashboard/stats", { cookie })).json<{ openWorkOrders: number }>()
        .openWorkOrders;
    expect([await openOf(formerTenant), await openOf(applicant), await openOf(caretaker)]).toEqual([1, 2, 6]);
  });

  test("signed out there are none", async () => {
    const answer = await portal.call("GET", "/api/dashboard/stats", {});
    expect([answer.statusCode, answer.json()]).toMatchObject([401, { code: "unauthenticated" }]);
  });
});
