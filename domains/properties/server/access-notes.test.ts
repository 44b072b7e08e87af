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

test("how to get into a building and a unit is kept and in the log; staff read it with an order, tenants do not", async () => {
  const ofBuilding = await note(
    `/api/properties/${building.propertyId}`,
    "Keys at the front desk.\n7 to 18.",
  );
  expect(ofBuilding.json()).toMatchObject({ accessNotes: "Keys at the front desk.\n7 to 18.", version: 2 });
  const ofUnit = await note(`/api/units/${building.unitId}`, " Ask for Ana. ");
  expect(ofUnit.json()).toMatchObject({ accessNotes: "Ask for Ana.", version: 2 });
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

test("at most 1,000 characters, and not by technicians", async () => {
  for (const path of [`/api/properties/${building.propertyId}`, `/api/units/${building.unitId}`]) {
    const refused = await note(path, "x".repeat(1001));
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ fields: { accessNotes: "Please use at most 1,000 characters" } });
    expect((await note(path, "x".repeat(1000))).statusCode).toBe(200);
    expect((await note(path, "Mine", building.technician)).statusCode).toBe(403);
  }
});
