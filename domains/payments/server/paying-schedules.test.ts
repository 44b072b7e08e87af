import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PayingPeople, startPaying } from "#test/paying.ts";
import { faultsOfPaying, faultsOfReceipts, Paying, someSchedule } from "#test/paying-schedule.ts";
import { createLease, createUnit } from "#test/people.ts";

/*
 * Random schedules of clicks, retries, lost answers, events that are doubled, late, reordered or lost, and banks that take
 * their time, on a few payments of a lease: in the end each is credited exactly when the provider received it, once.
 */

/** `npm run torture` runs more of them. */
const numRuns = Number(process.env.TORTURE_RUNS ?? 500);

let people: PayingPeople;
beforeAll(async () => {
  people = await startPaying();
});
afterAll(() => people.portal.close());

test("each payment is credited once and only when it was received, whatever happens on the way (PAY-56)", async () => {
  const { portal, building } = people;
  const begins = portal.clock.now;
  await fc.assert(
    fc.asyncProperty(someSchedule, async (schedule) => {
      portal.clock.now = begins;
      await sql`delete from graphile_worker._private_jobs`.execute(portal.db);
      const { propertyId, tenant } = building;
      const unitId = await createUnit(portal.db, propertyId);
      const leaseId = await createLease(portal.db, { propertyId, unitId, memberIds: [tenant.id] });
      const paying = new Paying({
        services: portal.services,
        leaseId,
        tenantId: tenant.id,
        adminId: building.admin.id,
        clock: portal.clock,
      });
      for (const step of schedule) await paying.do(step);
      await paying.end();
      expect(await faultsOfPaying(portal.services, [leaseId])).toEqual([]);
    }),
    { numRuns },
  );
  expect(await faultsOfReceipts(portal.services)).toEqual([]);
}, 7_200_000);
