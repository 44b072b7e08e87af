import { afterAll, beforeAll, expect, test } from "vitest";
import type { WorkOrder } from "#domains/work-orders/contract.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createWorkOrder } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const note = (path: string, accessNotes: unknown, who = building.landlord) =>
  portal.call("PATCH", path, { cookie: who.cookie, body: { accessNotes } });

test("access notes of a property and a unit are saved, logged, and shown to staff but not tenants on a work order", async () => {
  const propertyResponse = await note(
    `/api/properties/${building.propertyId}`,
    "Keys at the front desk.\n7 to 18.",
  );
  expect(propertyResponse.json()).toMatchObject({
    accessNotes: "Keys at the front desk.\n7 to 18.",
    version: 2,
  });
  const unitResponse = await note(`/api/units/${building.unitId}`, " Ask for Ana. ");
  expect(unitResponse.json()).toMatchObject({ accessNotes: "Ask for Ana.", version: 2 });
  const log = await portal.db
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "unit.edited")
    .executeTakeFirstOrThrow();
  expect(log.details).toEqual({ changes: [{ field: "accessNotes", from: null, to: "Ask for Ana." }] });

  const id = await createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    unitId: building.unitId,
    leaseId: building.leaseId,
    createdById: building.tenant.id,
  });
  const accessFor = async ({ cookie }: { cookie: string }) =>
    (await portal.call("GET", `/api/work-orders/${id}`, { cookie })).json<WorkOrder>().access;
  for (const who of [building.technician, building.landlord, building.admin])
    expect(await accessFor(who)).toEqual({
      building: "Keys at the front desk.\n7 to 18.",
      unit: "Ask for Ana.",
    });
  expect(await accessFor(building.tenant)).toBeNull();

  expect((await note(`/api/units/${building.unitId}`, "")).json()).toMatchObject({ accessNotes: null });
});

test("access notes can have up to 1,000 characters, and technicians can't edit them", async () => {
  for (const path of [`/api/properties/${building.propertyId}`, `/api/units/${building.unitId}`]) {
    const rejected = await note(path, "x".repeat(1001));
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json()).toMatchObject({ fields: { accessNotes: "Use 1,000 characters or fewer" } });
    expect((await note(path, "x".repeat(1000))).statusCode).toBe(200);
    expect((await note(path, "Mine", building.technician)).statusCode).toBe(403);
  }
});
