import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Day } from "#shared/calendar.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { writeCharge } from "#test/money/ledger.ts";
import { createLease, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { OpenCharge } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

/** A bank debit that is clearing. */
const sendDebit = (
  leaseId: number,
  { chargeIds, cents, reference }: { chargeIds: number[]; cents: number; reference: string },
) =>
  sql`
    insert into payment_intents (property_id, lease_id, user_id, provider, reference, fingerprint, amount_cents,
      fee_basis_points, fee_cents, method, description, charge_ids, state, created_at, changed_at, checked_at)
    select ${building.propertyId}, ${leaseId}, ${building.tenant.id}, 'sandbox', ${reference}, ${reference}, ${cents}::bigint, 0, 0,
      'us_bank_account', 'Parking', ${chargeIds}::bigint[], 'processing', now, now, now
    from (values (${portal.clock.now}::timestamptz)) v (now)`.execute(portal.db);

test("open charges list the amount that payments on their way will cover, with selected charges first", async () => {
  const { propertyId, leaseId, tenant } = building;
  const charge = (cents: number, dueOn: Day) =>
    writeCharge(portal.services, { propertyId, leaseId, cents, dueOn });
  const first = await charge(100_000, "2030-01-01");
  const second = await charge(20_000, "2030-02-01");
  const third = await charge(30_000, "2030-03-01");
  await sendDebit(leaseId, { chargeIds: [third], cents: 25_000, reference: "pi_1" });
  const reported = await portal.call("POST", "/api/manual-payment-confirmations", {
    cookie: tenant.cookie,
    body: {
      amount: 1100,
      description: "Rent",
      method: "check",
      transactionId: "1042",
      paymentDate: "2026-01-01",
    },
  });
  expect(reported.statusCode, reported.body).toBe(201);
  const response = await portal.call("GET", `/api/leases/${leaseId}/open-charges`, { cookie: tenant.cookie });
  expect(response.json<OpenCharge[]>().map(({ id, onItsWayCents }) => [id, onItsWayCents])).toEqual([
    [first, 100_000],
    [second, 10_000],
    [third, 25_000],
  ]);
});

test("PAY-18 a payment on its way for a later month doesn't reduce the suggested payment", async () => {
  const { propertyId, tenant } = building;
  const leaseId = await createLease(portal.db, {
    propertyId,
    unitId: await createUnit(portal.db, propertyId),
    memberIds: [tenant.id],
  });
  await writeCharge(portal.services, { propertyId, leaseId, cents: 30_000, dueOn: "2026-01-01" });
  const later = await writeCharge(portal.services, {
    propertyId,
    leaseId,
    cents: 20_000,
    dueOn: "2030-02-01",
  });
  await sendDebit(leaseId, { chargeIds: [later], cents: 20_000, reference: "pi_2" });
  const get = async (path: string) => (await portal.call("GET", path, { cookie: tenant.cookie })).json();
  expect(await get(`/api/leases/${leaseId}/account`)).toMatchObject({ suggestedCents: 30_000 });
  expect(await get(`/api/payments/summary?leaseId=${leaseId}`)).toMatchObject({ suggestedCents: 30_000 });
});
