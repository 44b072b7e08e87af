import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LeaseFixtures, startLeaseFixtures } from "#test/leases.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, createProperty, type Person } from "#test/people.ts";
import { remindOfLeaseEnds } from "./remind-of-end.ts";

let leasing: LeaseFixtures;
let member: Person;
let leaseId: number;
let unit: string;
beforeAll(async () => {
  leasing = await startLeaseFixtures();
  const { db } = leasing.portal;
  await createPerson(db, { role: "landlord", propertyIds: [await createProperty(db)] });
});
afterAll(() => leasing.portal.close());

beforeEach(async () => {
  const { db } = leasing.portal;
  await db.updateTable("leases").set({ state: "ended" }).where("ends_on", "is not", null).execute();
  member = await createPerson(db, { role: "tenant" });
  const unitId = await leasing.newUnit();
  unit = await leasing.getUnitNumber(unitId);
  ({ id: leaseId } = await leasing.create(unitId, { from: "2025-01-01", to: "2030-03-01" }));
  await db
    .insertInto("lease_members")
    .values({
      lease_id: leaseId,
      property_id: leasing.building.propertyId,
      user_id: member.id,
      starts_on: "2025-01-01",
    })
    .execute();
  await db.deleteFrom("notifications").execute();
});

/** Runs the job at noon in Seattle on these days. */
const runOn = async (...days: string[]) => {
  for (const day of days)
    await remindOfLeaseEnds({ ...leasing.portal.services, clock: () => new Date(`${day}T20:00:00Z`) });
};
const allNotifications = () => readNotifications(leasing.portal.db);
const readTexts = async (person: { id: number }) =>
  (await allNotifications()).filter(({ user_id }) => user_id === person.id).map(({ text }) => text);

test("NAV-31 landlords are reminded once each 90, 60, and 30 days before a lease ends, and members 60 and 30 days before", async () => {
  await runOn(
    "2029-11-30",
    "2029-12-01",
    "2029-12-30",
    "2029-12-31",
    "2030-01-29",
    "2030-01-30",
    "2030-02-28",
  );
  const ends = (left: number) => `at Harbor House, unit ${unit} ends on Mar 1, 2030 (${left} days left)`;
  const { landlord } = leasing.building;
  expect(await readTexts(landlord)).toEqual(
    [90, 60, 30].map((left) => `The lease for Harbor Lane Coffee ${ends(left)}`),
  );
  expect(await readTexts(member)).toEqual([60, 30].map((left) => `Your lease ${ends(left)}`));
  const all = await allNotifications();
  expect(all).toHaveLength(5);
  expect(new Set(all.map(({ kind, link }) => `${kind} ${link}`))).toEqual(
    new Set([`lease.ends-soon /leases/${leaseId}`]),
  );
});

test("only the latest missed lease reminder is sent, a new end date restarts the reminders, and an ended lease sends none", async () => {
  const { db } = leasing.portal;
  await runOn("2030-02-01");
  expect(await allNotifications()).toHaveLength(2);
  await db.updateTable("leases").set({ ends_on: "2031-03-01" }).where("id", "=", leaseId).execute();
  await runOn("2030-02-02", "2030-12-31");
  expect(await readTexts(member)).toEqual([
    expect.stringContaining("(28 days left)"),
    expect.stringContaining("ends on Mar 1, 2031 (60 days left)"),
  ]);
  await db.updateTable("leases").set({ state: "ended" }).where("id", "=", leaseId).execute();
  await runOn("2031-02-01");
  expect(await allNotifications()).toHaveLength(4);
});

test("lease reminders follow the date at the property", async () => {
  const { db } = leasing.portal;
  await db
    .updateTable("properties")
    .set({ time_zone: "Pacific/Auckland" })
    .where("id", "=", leasing.building.propertyId)
    .execute();
  const run = (instant: string) =>
    remindOfLeaseEnds({ ...leasing.portal.services, clock: () => new Date(instant) });
  // In Auckland, November 30 ends at 11:00 UTC.
  await run("2029-11-30T10:30:00Z");
  expect(await allNotifications()).toEqual([]);
  await run("2029-11-30T11:30:00Z");
  expect(await readTexts(leasing.building.landlord)).toEqual([expect.stringContaining("(90 days left)")]);
});
