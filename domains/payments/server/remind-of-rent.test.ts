import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { writeCharge, writePayment } from "#test/money/ledger.ts";
import { readNotifications } from "#test/notifications.ts";
import { createLease, createPerson, createProperty, createUnit, type Person } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { runJobsUntil } from "#test/run-jobs.ts";
import { remindOfRent } from "./remind-of-rent.ts";

let portal: TestPortal;
let building: TestBuilding;
let unitNumber: string;
let leaseId: number;
let member: Person;
let former: Person;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  await createPerson(portal.db, { role: "landlord", propertyIds: [await createProperty(portal.db)] });
});
afterAll(() => portal.close());

// Each test has its own lease and no other unpaid charges.
beforeEach(async () => {
  const { db } = portal;
  await sql`update receivables set open_cents = 0`.execute(db);
  await sql`update lease_accounts set balance_cents = 0`.execute(db);
  await db.deleteFrom("notifications").execute();
  const unitId = await createUnit(db, building.propertyId);
  member = await createPerson(db, { role: "tenant" });
  former = await createPerson(db, { role: "tenant" });
  leaseId = await createLease(db, {
    propertyId: building.propertyId,
    unitId,
    memberIds: [member.id, former.id],
  });
  await db.updateTable("leases").set({ starts_on: "2020-01-01" }).execute();
  await db.updateTable("lease_members").set({ starts_on: "2020-01-01" }).execute();
  await db
    .updateTable("lease_members")
    .set({ ends_on: "2026-06-30" })
    .where("user_id", "=", former.id)
    .execute();
  ({ unit_number: unitNumber } = await db
    .selectFrom("units")
    .select("unit_number")
    .where("id", "=", unitId)
    .executeTakeFirstOrThrow());
});

const charge = (
  dueOn: string,
  cents = 250_000,
  overrides: Partial<Parameters<typeof writeCharge>[1]> = {},
): Promise<number> =>
  writeCharge(portal.services, { propertyId: building.propertyId, leaseId, cents, dueOn, ...overrides });
const runAt = (...instants: string[]) =>
  instants.reduce<Promise<void>>(
    (before, instant) =>
      before.then(() => remindOfRent({ ...portal.services, clock: () => new Date(instant) })),
    Promise.resolve(),
  );
/** Runs the job at noon in Seattle on these dates. */
const runOn = (...days: string[]) => runAt(...days.map((day) => `${day}T20:00:00Z`));
const findNotifications = async (person: { id: number }) =>
  (await readNotifications(portal.db, person.id)).map(({ kind, text, link }) => ({ kind, text, link }));
const findTexts = async (person: { id: number }) => (await findNotifications(person)).map(({ text }) => text);
const company = async () =>
  (
    await portal.db
      .selectFrom("leases as l")
      .innerJoin("companies as c", "c.id", "l.company_id")
      .select("c.name")
      .where("l.id", "=", leaseId)
      .executeTakeFirstOrThrow()
  ).name;

test("NAV-31 rent reminders are sent once each to the people involved, 3 days before the due date and 1, 7, and 30 days after it", async () => {
  await charge("2026-11-01");
  await runOn("2026-10-28", "2026-10-29", "2026-10-30", "2026-11-01");
  expect(await findNotifications(member)).toEqual([
    {
      kind: "payment.due",
      text: `$2,500.00 is due on Nov 1, 2026 for Harbor House, unit ${unitNumber}`,
      link: "/payments",
    },
  ]);
  expect(await findNotifications(building.landlord)).toEqual([]);
  await runOn(
    "2026-11-02",
    "2026-11-03",
    "2026-11-07",
    "2026-11-08",
    "2026-11-30",
    "2026-12-01",
    "2026-12-29",
  );
  const overdue = (text: string) => ({
    kind: "payment.overdue",
    text: `$2,500.00 for Harbor House, unit ${unitNumber} has been overdue since Nov 2, 2026 (${text})`,
    link: "/payments",
  });
  expect((await findNotifications(member)).slice(1)).toEqual(["1 day", "7 days", "30 days"].map(overdue));
  const name = await company();
  expect(await findNotifications(building.landlord)).toEqual(
    ["1 day", "7 days", "30 days"].map((days) => ({
      kind: "payment.overdue",
      text: `${name}, Harbor House, unit ${unitNumber}: $2,500.00 has been overdue since Nov 2, 2026 (${days})`,
      link: `/leases/${leaseId}?tab=ledger`,
    })),
  );
  const notified = await portal.db.selectFrom("notifications").select("user_id").distinct().execute();
  expect(notified.map(({ user_id }) => user_id).sort((a, b) => a - b)).toEqual(
    [member.id, building.landlord.id].sort((a, b) => a - b),
  );
});

test("rent reminders follow the date at the property, and only the latest of several missed reminders is sent", async () => {
  await charge("2026-11-01");
  // In Seattle it is still October 28.
  await runAt("2026-10-29T06:30:00Z");
  expect(await findNotifications(member)).toEqual([]);
  await runAt("2026-10-29T07:30:00Z");
  expect(await findTexts(member)).toHaveLength(1);
  await runOn("2026-11-20");
  expect(await findTexts(member)).toEqual([
    expect.stringContaining("is due on Nov 1, 2026"),
    expect.stringContaining("has been overdue since Nov 2, 2026 (19 days)"),
  ]);
  await charge("2026-08-01");
  await runOn("2026-11-21");
  expect(await findTexts(member)).toHaveLength(2);
});

test("no rent reminder is sent for rent covered by a credit, a payment, or a pending payment", async () => {
  await charge("2026-11-01");
  await charge("2026-10-01", -300_000);
  await runOn("2026-10-30", "2026-11-02");
  expect(await findNotifications(member)).toEqual([]);

  await charge("2026-12-01");
  await portal.db
    .insertInto("payment_confirmations")
    .values({
      property_id: building.propertyId,
      lease_id: leaseId,
      user_id: member.id,
      amount_cents: 250_000,
      description: "Rent",
      method: "zelle",
      reference: `ZL-${leaseId}`,
      payment_date: "2026-11-27",
      created_at: new Date("2026-11-27T20:00:00Z"),
    })
    .execute();
  await runOn("2026-11-29", "2026-12-02");
  expect(await findNotifications(member)).toEqual([]);
  await portal.db
    .updateTable("payment_confirmations")
    .set({ state: "rejected", reviewed_at: new Date("2026-12-03T19:00:00Z"), reason: "It never came." })
    .where("lease_id", "=", leaseId)
    .execute();
  await runOn("2026-12-03");
  expect(await findTexts(member)).toEqual([
    `$2,000.00 for Harbor House, unit ${unitNumber} has been overdue since Nov 2, 2026 (32 days)`,
  ]);
  await writePayment(portal.services, { leaseId, cents: 200_000, day: "2026-12-04" });
  await portal.db.deleteFrom("notifications").execute();
  await runOn("2026-12-08");
  expect(await findNotifications(member)).toEqual([]);
});

test("several overdue months produce one reminder, and a late fee alone produces none", async () => {
  await charge("2026-10-01");
  await charge("2026-11-01", 260_000);
  await runOn("2026-11-02");
  expect(await findTexts(member)).toEqual([
    `$5,100.00 for Harbor House, unit ${unitNumber} has been overdue since Oct 2, 2026 (32 days)`,
  ]);
  await charge("2026-11-06", 10_000, { kind: "late-fee", label: "Late fee" });
  await runOn("2026-11-07");
  expect(await findTexts(member)).toHaveLength(1);
  await runOn("2026-11-08");
  expect((await findTexts(member)).at(-1)).toContain("$5,200.00 for");
});

test("for an ended lease, the last members and the landlords are reminded once every 30 days", async () => {
  await charge("2026-11-01");
  await charge("2026-11-15");
  await portal.db
    .updateTable("leases")
    .set({ state: "ended", ends_on: "2026-11-20" })
    .where("id", "=", leaseId)
    .execute();
  const days = Array.from({ length: 100 }, (_, index) =>
    new Date(Date.UTC(2026, 10, 21 + index)).toISOString().slice(0, 10),
  );
  await runOn(...days);
  expect(await findTexts(member)).toEqual(
    ["30 days", "60 days", "90 days"].map(
      (ago) => `$5,000.00 for Harbor House, unit ${unitNumber} has been overdue since Nov 2, 2026 (${ago})`,
    ),
  );
  expect(await findTexts(former)).toEqual([]);
  expect(await findTexts(building.landlord)).toHaveLength(3);
});

test("a landlord gets one notification for many leases at one property, even if two instances run at the same time", async () => {
  const others = await Promise.all(
    Array.from({ length: 5 }, async () =>
      createLease(portal.db, {
        propertyId: building.propertyId,
        unitId: await createUnit(portal.db, building.propertyId),
        memberIds: [member.id],
      }),
    ),
  );
  for (const other of others) await charge("2026-11-01", 100_000, { leaseId: other });
  await Promise.all([runOn("2026-11-02"), runOn("2026-11-02")]);
  expect(await findNotifications(building.landlord)).toEqual([
    {
      kind: "payment.overdue",
      text: "5 leases at Harbor House are overdue, totaling $5,000.00",
      link: "/reports/aged?overdue=yes",
    },
  ]);
  expect(await findTexts(member)).toHaveLength(5);
});

test("the worker sends the rent reminders", async () => {
  const day = new Date(portal.clock.now.getTime() + 86_400_000).toISOString().slice(0, 10);
  await charge(day);
  await sql`select graphile_worker.add_job('remind-of-rent')`.execute(portal.db);
  await runJobsUntil(portal, async () => (await findNotifications(member)).length === 1);
  expect(await findTexts(member)).toEqual([expect.stringContaining("is due ")]);
});
