import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockAnyAccount } from "#domains/ledger/server/entries/lock-account.ts";
import type { Day } from "#shared/calendar.ts";
import { toCents } from "#shared/format/money.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { runOnDay, writeCharge } from "#test/money/ledger.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Payment } from "../../contract.ts";
import { takePayment } from "../take-payment.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const daysAgo = (days: number) =>
  new Date(portal.clock.now.getTime() - days * 86_400_000).toISOString().slice(0, 10) as Day;
const pay = (leaseId: number, day: Day) =>
  runOnDay(portal.services, day, async (ctx) =>
    takePayment(ctx, await lockAnyAccount(ctx, leaseId), {
      amountCents: toCents(250_000),
      method: "check",
      onDay: day,
      paidAt: ctx.now,
      payerId: null,
      into: "bank",
    }),
  );
const reverse = async (leaseId: number, entryId: number, cause: "returned" | "mistake") => {
  const response = await portal.call("POST", `/api/leases/${leaseId}/reversals`, {
    cookie: building.landlord.cookie,
    body: { entryId, cause, reason: "Insufficient funds" },
  });
  expect(response.statusCode, response.body).toBe(201);
};
const listReturned = async () =>
  (await portal.call("GET", "/api/payments?returned=unpaid", { cookie: building.landlord.cookie }))
    .json<Payment[]>()
    .map(({ id }) => id);

test("returned payments and failed bank debits are listed until the charges they covered are paid", async () => {
  const { db, services } = portal;
  const { propertyId, leaseId, otherLeaseId, tenant } = building;
  await sql`update leases set starts_on = ${daysAgo(400)}`.execute(db);
  await writeCharge(services, { propertyId, leaseId, cents: 250_000, dueOn: daysAgo(20) });
  await writeCharge(services, { propertyId, leaseId: otherLeaseId, cents: 250_000, dueOn: daysAgo(20) });
  const mistake = await pay(leaseId, daysAgo(15));
  await reverse(leaseId, mistake, "mistake");
  expect(await listReturned()).toEqual([]);
  const bounced = await pay(leaseId, daysAgo(10));
  expect(await listReturned()).toEqual([]);
  await reverse(leaseId, bounced, "returned");
  expect(await listReturned()).toEqual([bounced]);
  const { rows } = await sql<{ id: number }>`
    with intent as (
      insert into payment_intents (property_id, lease_id, user_id, fingerprint, amount_cents, fee_basis_points, fee_cents,
        description, created_at, changed_at, checked_at)
      values (${propertyId}, ${otherLeaseId}, ${tenant.id}, '', 250000, 0, 0, '', now(), now(), now()) returning id)
    insert into failed_debits (property_id, lease_id, intent_id, payer_id, description, amount_cents, problem, failed_on, failed_at)
    select ${propertyId}, ${otherLeaseId}, id, ${tenant.id}, 'Rent', 250000, 'Insufficient funds.', ${daysAgo(5)}, now()
    from intent returning id`.execute(db);
  expect(await listReturned()).toEqual([rows[0]?.id, bounced]);
  await pay(leaseId, daysAgo(1));
  expect(await listReturned()).toEqual([rows[0]?.id]);
  await pay(otherLeaseId, daysAgo(1));
  expect(await listReturned()).toEqual([]);
});

test("a returned payment isn't listed for charges it didn't cover, and a charge counts for the last one that covered it", async () => {
  const { services } = portal;
  const { propertyId, leaseId } = building;
  await writeCharge(services, { propertyId, leaseId, cents: 250_000, dueOn: daysAgo(8) });
  const first = await pay(leaseId, daysAgo(7));
  await reverse(leaseId, first, "returned");
  const second = await pay(leaseId, daysAgo(6));
  await reverse(leaseId, second, "returned");
  expect(await listReturned()).toEqual([second]);
  await pay(leaseId, daysAgo(5));
  expect(await listReturned()).toEqual([]);
  await writeCharge(services, { propertyId, leaseId, cents: 100_000, dueOn: daysAgo(-20) });
  expect(await listReturned()).toEqual([]);
});
