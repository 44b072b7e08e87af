import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PayingPeople, startPaying } from "#test/paying.ts";
import {
  endAll,
  faultsOfPaying,
  faultsOfReceipts,
  Paying,
  type Step,
  someSchedule,
} from "#test/paying-schedule.ts";
import { createLease, createUnit } from "#test/people.ts";

/*
 * Random schedules of clicks, retries, lost answers, events that are doubled, late, reordered or lost, and banks that take
 * their time, on a few payments of a lease: in the end each is credited exactly when the provider received it, once.
 */

/** So many leases are paid for at the same time. */
const leasesAtOnce = 10;
/** `npm run torture` runs more of them. */
const numRuns = Number(process.env.TORTURE_RUNS ?? 200) / leasesAtOnce;

let people: PayingPeople;
beforeAll(async () => {
  people = await startPaying();
});
afterAll(() => people.portal.close());

test("each payment is credited once and only when it was received, whatever happens on the way (PAY-56)", async () => {
  const { portal, building } = people;
  const { propertyId, tenant, admin } = building;
  const payer = { services: portal.services, tenantId: tenant.id, adminId: admin.id };
  const pay = async (schedule: readonly Step[]): Promise<number> => {
    const unitId = await createUnit(portal.db, propertyId);
    const leaseId = await createLease(portal.db, { propertyId, unitId, memberIds: [tenant.id] });
    const paying = new Paying({ ...payer, leaseId });
    for (const step of schedule) await paying.do(step);
    return leaseId;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(someSchedule, { minLength: leasesAtOnce, maxLength: leasesAtOnce }),
      async (schedules) => {
        // Mails, and events that nobody will hear.
        await sql`delete from graphile_worker._private_jobs`.execute(portal.db);
        const leaseIds = await Promise.all(schedules.map(pay));
        await endAll(payer);
        expect(await faultsOfPaying(portal.services, leaseIds)).toEqual([]);
      },
    ),
    // As they run at once, a smaller one is seldom found; the seed repeats it.
    { numRuns, endOnFailure: true },
  );
  expect(await faultsOfReceipts(portal.services)).toEqual([]);
  // They were about money.
  const { rows } = await sql<{ payments: number; refunds: number }>`
    select (select count(*) from payments) as payments, (select count(*) from refunds where entry_id is not null) as refunds`.execute(
    portal.db,
  );
  expect(rows[0]?.payments).toBeGreaterThan((numRuns * leasesAtOnce) / 4);
  expect(rows[0]?.refunds).toBeGreaterThan((numRuns * leasesAtOnce) / 50);
}, 7_200_000);
