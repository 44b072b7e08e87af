import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { dayFromToday } from "#test/dates.ts";
import { createLease, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

let reference = 0;
const report = async (change: object, { cookie }: { cookie: string }) => {
  const response = await portal.call("POST", "/api/manual-payment-confirmations", {
    cookie,
    body: {
      amount: 100,
      description: "Rent",
      method: "check",
      transactionId: `No. ${++reference}`,
      paymentDate: dayFromToday(-2),
      ...change,
    },
  });
  const { confirmation, fields } = response.json<{
    confirmation?: { leaseId: number };
    fields?: { leaseId: string };
  }>();
  return confirmation?.leaseId ?? fields?.leaseId;
};

test("a payment without a lease goes to the payer's only current lease and is rejected if there is more than one", async () => {
  const { leaseId, unitId, propertyId, tenant, landlord } = building;
  expect(await report({}, tenant)).toBe(leaseId);
  expect(await report({ unitId }, landlord)).toBe(leaseId);
  const secondId = await createLease(portal.db, {
    propertyId,
    unitId: await createUnit(portal.db, propertyId),
    memberIds: [tenant.id],
  });
  expect(await report({}, tenant)).toBe(
    "You have more than one lease. Please select the lease you're paying for.",
  );
  expect(await report({ leaseId: secondId }, tenant)).toBe(secondId);
  await sql`update leases set state = 'ended' where id = ${secondId}`.execute(portal.db);
  expect(await report({}, tenant)).toBe(leaseId);
});
