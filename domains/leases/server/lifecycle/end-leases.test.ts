import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { UnitStatus } from "#domains/properties/unit-statuses.ts";
import { leakingFaucet } from "#test/leaking-faucet.ts";
import { type LeaseFixtures, startLeaseFixtures } from "#test/leases.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, createProperty, createUnit, type Person, signInAs } from "#test/people.ts";
import type { Lease } from "../../contract.ts";
import { advanceLeaseStates } from "./advance-lease-states.ts";

let leasing: LeaseFixtures;
let unitId: number;
let secondUnitId: number;
let member: Person & { cookie: string };
const realNow = new Date();
beforeAll(async () => {
  leasing = await startLeaseFixtures();
});
beforeEach(async () => {
  unitId = await leasing.newUnit();
  secondUnitId = await leasing.newUnit();
  const { db } = leasing.portal;
  const person = await createPerson(db, { role: "tenant", fullName: "Mina Member" });
  member = { ...person, cookie: await signInAs(db, person) };
});
afterEach(() => {
  leasing.portal.clock.now = realNow;
});
afterAll(() => leasing.portal.close());

/**
 * Creates a lease with the member on it. Landlords can only add tenants of their own leases, so the test
 * inserts the membership.
 */
async function recordWithMember(change: Record<string, unknown> = {}): Promise<Lease> {
  const lease = await leasing.create(unitId, change);
  await leasing.portal.db
    .insertInto("lease_members")
    .values({
      lease_id: lease.id,
      property_id: lease.property.id,
      user_id: member.id,
      starts_on: lease.from,
    })
    .execute();
  return lease;
}
const end = (lease: Lease, on: string) => leasing.send("POST", `/api/leases/${lease.id}/end`, { on });
/** Reads a lease with a session that is valid at the test's current time. */
const read = async ({ id }: { id: number }) => {
  const { db, clock, call } = leasing.portal;
  const cookie = await signInAs(db, leasing.building.landlord, clock.now);
  return (await call("GET", `/api/leases/${id}`, { cookie })).json<Lease>();
};
const readTexts = async (userId: number) =>
  (await readNotifications(leasing.portal.db, userId)).map(({ kind, text }) => `${kind}: ${text}`);
const setStatus = (status: UnitStatus, id = unitId) =>
  leasing.portal.db.updateTable("units").set({ status }).where("id", "=", id).execute();
const report = (cookie: string) =>
  leasing.portal.call("POST", "/api/work-orders", { cookie, body: leakingFaucet });
const runJobAt = (instant: string) => {
  leasing.portal.clock.now = new Date(instant);
  return advanceLeaseStates(leasing.portal.services);
};

describe("ending a lease", () => {
  test("AUN-20 ending a lease today vacates its units and makes its members former members, who can still see their own history", async () => {
    const lease = await recordWithMember({ unitIds: [unitId, secondUnitId] });
    const reported = await report(member.cookie);
    expect(reported.statusCode).toBe(201);
    const orderId = reported.json<{ id: number }>().id;
    const received: unknown[] = [];
    const stop = leasing.portal.services.live.subscribe((messages) => received.push(...messages));

    const response = await end(lease, lease.today);
    expect(response.json<Lease>(), response.body).toMatchObject({
      state: "ended",
      to: lease.today,
      units: [{ status: "vacant" }, { status: "vacant" }],
      members: [{ userId: member.id, isCurrent: false }],
      can: { edit: false, end: false, delete: false },
    });
    expect((await report(member.cookie)).statusCode).toBe(409);
    const order = await leasing.portal.call("GET", `/api/work-orders/${orderId}`, { cookie: member.cookie });
    expect(order.statusCode).toBe(200);
    const ownLease = await leasing.portal.call("GET", `/api/leases/${lease.id}`, { cookie: member.cookie });
    expect(ownLease.json<Lease>()).toMatchObject({ state: "ended", members: [{ fullName: "Mina Member" }] });
    expect(await readTexts(member.id)).toEqual([
      expect.stringMatching(/^lease\.ended: Your lease at Harbor House, units \d+ and \d+ has ended\./),
    ]);
    await expect.poll(() => received).toContainEqual({ to: "access-scope", userIds: [member.id] });
    stop();
    expect((await leasing.getAuditEntries(lease.id)).at(-1)).toMatchObject({
      action: "lease.ended",
      details: {
        from: { state: "active", to: lease.to },
        to: { state: "ended", to: lease.today },
        unitStatuses: [
          { unitId, from: "occupied", to: "vacant" },
          { unitId: secondUnitId, from: "occupied", to: "vacant" },
        ],
      },
    });
  });

  test("AUN-20 ending a lease keeps a unit status that was set manually because only occupied units become vacant", async () => {
    const lease = await leasing.create(unitId, { unitIds: [unitId, secondUnitId] });
    await setStatus("renovation");
    await end(lease, lease.today);
    expect(await leasing.getUnitStatus(unitId)).toBe("renovation");
    expect(await leasing.getUnitStatus(secondUnitId)).toBe("vacant");
  });

  test("ending a lease on a past date takes effect immediately, and the unit is available from the next day", async () => {
    const lease = await leasing.create(unitId, { from: "2026-01-05", to: null });
    expect((await end(lease, "2026-03-31")).json<Lease>()).toMatchObject({
      state: "ended",
      to: "2026-03-31",
    });
    await leasing.create(unitId, { from: "2026-04-01" });
    expect(await leasing.getUnitStatus(unitId)).toBe("occupied");
  });

  test("ending a lease on a future date is logged and announced now and takes effect after that date", async () => {
    const lease = await recordWithMember({ to: null });
    const on = leasing.dayFromToday(40);
    expect((await end(lease, on)).json<Lease>()).toMatchObject({ state: "active", to: on, version: 2 });
    expect(await leasing.getUnitStatus(unitId)).toBe("occupied");
    expect((await readTexts(member.id)).at(-1)).toMatch(/^lease\.ended: Your lease at .+ ends on /);
    await runJobAt(`${leasing.dayFromToday(42)}T12:00:00Z`);
    expect(await read(lease)).toMatchObject({ state: "ended", units: [{ status: "vacant" }] });
  });

  test("ending a lease also removes members who would have joined after the end date", async () => {
    const lease = await leasing.create(unitId);
    await leasing.portal.db
      .insertInto("lease_members")
      .values(
        [
          { user_id: member.id, starts_on: leasing.dayFromToday(20), ends_on: null },
          {
            user_id: leasing.building.tenant.id,
            starts_on: lease.from,
            ends_on: leasing.dayFromToday(20),
          },
        ].map((days) => ({ ...days, lease_id: lease.id, property_id: lease.property.id })),
      )
      .execute();
    const { members } = (await end(lease, lease.today)).json<Lease>();
    expect(members).toMatchObject([{ userId: leasing.building.tenant.id, to: lease.today }]);
  });

  test.each([
    [
      "a date before the start",
      "2026-01-04",
      "on",
      "The lease starts Jan 5, 2026, so it can't end before then.",
    ],
    [
      "a date after the end",
      "2027-01-01",
      "on",
      "The lease already ends Dec 31, 2026. To extend it, edit the end date.",
    ],
    ["no date", "", "on", "Please enter a valid end date"],
  ])("ending a lease with %s returns a message on the field", async (_, on, field, sentence) => {
    const lease = await leasing.create(unitId, { from: "2026-01-05", to: "2026-12-31" });
    const response = await end(lease, on);
    expect(response.statusCode).toBe(400);
    expect(response.json<{ fields: Record<string, string> }>().fields[field]).toBe(sentence);
  });

  test("an ended lease and a draft can't be ended", async () => {
    const lease = await leasing.create(unitId);
    await end(lease, lease.today);
    expect((await end(lease, lease.today)).json()).toMatchObject({
      message: "This lease has already ended.",
    });
    const edit = await leasing.send("PATCH", `/api/leases/${lease.id}`, { to: null });
    expect(edit.json()).toMatchObject({ message: "This lease has ended and can't be changed." });
    const draft = await leasing.create(secondUnitId, { state: "draft" });
    expect((await end(draft, draft.today)).json()).toMatchObject({
      message: "This lease is a draft. Delete it instead.",
    });
  });
});

describe("notice", () => {
  const giveNotice = (lease: Lease, to: string) =>
    leasing.send("POST", `/api/leases/${lease.id}/notice`, { to });

  test("a notice keeps the lease active until its end date and notifies the members", async () => {
    const lease = await recordWithMember({ to: null });
    const to = leasing.dayFromToday(60);
    expect((await giveNotice(lease, to)).json<Lease>()).toMatchObject({
      state: "notice",
      to,
      units: [{ to, status: "occupied" }],
      can: { giveNotice: false, end: true },
    });
    expect((await report(member.cookie)).statusCode).toBe(201);
    expect((await readTexts(member.id)).at(-1)).toMatch(/ ends on /);
    // The next day is free for another lease.
    await leasing.create(unitId, { from: leasing.dayFromToday(61), to: null });
    expect((await giveNotice(lease, to)).json()).toMatchObject({
      message: "Notice has already been recorded. To change the end date, edit the lease.",
    });
  });

  test("withdrawing a notice restores the end date and notifies the members", async () => {
    const lease = await recordWithMember({ to: null });
    await giveNotice(lease, leasing.dayFromToday(60));
    const edit = await leasing.send("PATCH", `/api/leases/${lease.id}`, { to: null });
    expect(edit.json()).toMatchObject({ fields: { to: expect.stringContaining("withdraw the notice") } });
    const withdraw = () => leasing.send("POST", `/api/leases/${lease.id}/withdraw-notice`);
    expect((await withdraw()).json<Lease>()).toMatchObject({
      state: "active",
      to: null,
      units: [{ to: null, status: "occupied" }],
      can: { giveNotice: true, withdrawNotice: false },
    });
    expect((await readTexts(member.id)).at(-1)).toMatch(/was withdrawn\. The lease has no end date/);
    const history = await leasing.send("GET", `/api/leases/${lease.id}/history`);
    expect(history.json<{ what: string }[]>()[0]?.what).toBe("Withdrew notice");
    expect((await withdraw()).json()).toMatchObject({ message: "This lease has no notice to withdraw." });
  });

  test("a notice can't be withdrawn once another lease for the unit follows", async () => {
    const lease = await recordWithMember({ to: null });
    await giveNotice(lease, leasing.dayFromToday(60));
    await leasing.create(unitId, { from: leasing.dayFromToday(61), to: null });
    const { statusCode } = await leasing.send("POST", `/api/leases/${lease.id}/withdraw-notice`);
    expect(statusCode).toBe(409);
  });

  test("notice can't be recorded for a date in the past", async () => {
    const lease = await leasing.create(unitId);
    expect((await giveNotice(lease, leasing.dayFromToday(-2))).json()).toMatchObject({
      fields: { to: "That date has passed. End the lease instead." },
    });
  });
});

describe("AUN-20 dates follow the property's time zone", () => {
  /** Creates a lease for a unit in that time zone, recorded long before it starts. */
  async function leaseAt(timeZone: string, from: string, to: string) {
    const { db } = leasing.portal;
    const propertyId = await createProperty(db, { name: timeZone });
    await db.updateTable("properties").set({ time_zone: timeZone }).where("id", "=", propertyId).execute();
    await db
      .insertInto("property_landlords")
      .values({ property_id: propertyId, user_id: leasing.building.landlord.id })
      .execute();
    const unit = await createUnit(db, propertyId, "1");
    leasing.portal.clock.now = new Date("2028-01-15T12:00:00Z");
    // A session that is valid at that time.
    const cookie = await signInAs(db, leasing.building.landlord, leasing.portal.clock.now);
    const response = await leasing.portal.call("POST", "/api/leases", {
      cookie,
      body: { companyName: "Far Away", propertyId, unitIds: [unit], from, to },
    });
    expect(response.statusCode, response.body).toBe(201);
    const stateAt = async (instant: string) => {
      await runJobAt(instant);
      const lease = await db
        .selectFrom("leases")
        .select("state")
        .where("id", "=", response.json<Lease>().id)
        .executeTakeFirstOrThrow();
      return `${lease.state}, ${await leasing.getUnitStatus(unit)}`;
    };
    return stateAt;
  }
  const notYet = "active, vacant";
  const inEffect = "active, occupied";
  const ended = "ended, vacant";

  test.each([
    // Midnight in Auckland is 11:00 UTC the day before in summer, and 12:00 in winter. In Honolulu it is
    // 10:00 UTC the same day.
    [
      "Pacific/Auckland",
      "2028-02-29",
      "2028-02-29",
      "2028-02-28T10:59:59Z",
      "2028-02-28T11:00:00Z",
      "2028-02-29T10:59:59Z",
      "2028-02-29T11:00:00Z",
    ],
    [
      "Pacific/Honolulu",
      "2028-02-29",
      "2028-02-29",
      "2028-02-29T09:59:59Z",
      "2028-02-29T10:00:00Z",
      "2028-03-01T09:59:59Z",
      "2028-03-01T10:00:00Z",
    ],
    [
      "Pacific/Auckland",
      "2028-06-01",
      "2028-06-30",
      "2028-05-31T11:59:59Z",
      "2028-05-31T12:00:00Z",
      "2028-06-30T11:59:59Z",
      "2028-06-30T12:00:00Z",
    ],
    [
      "Pacific/Honolulu",
      "2028-12-31",
      "2029-01-31",
      "2028-12-31T09:59:59Z",
      "2028-12-31T10:00:00Z",
      "2029-02-01T09:59:59Z",
      "2029-02-01T10:00:00Z",
    ],
    // Daylight saving time starts on the first date and ends on the last.
    [
      "America/New_York",
      "2028-03-12",
      "2028-11-05",
      "2028-03-12T04:59:59Z",
      "2028-03-12T05:00:00Z",
      "2028-11-06T04:59:59Z",
      "2028-11-06T05:00:00Z",
    ],
    [
      "Asia/Kolkata",
      "2028-04-30",
      "2028-05-31",
      "2028-04-29T18:29:59Z",
      "2028-04-29T18:30:00Z",
      "2028-05-31T18:29:59Z",
      "2028-05-31T18:30:00Z",
    ],
  ])(
    "a lease in %s from %s to %s starts and ends at midnight in that time zone",
    async (zone, from, to, before, first, last, after) => {
      const stateAt = await leaseAt(zone, from, to);
      expect([
        await stateAt(before),
        await stateAt(first),
        await stateAt(last),
        await stateAt(after),
      ]).toEqual([notYet, inEffect, inEffect, ended]);
    },
  );

  test("Auckland and Honolulu have different dates at the same instant", async () => {
    const auckland = await leaseAt("Pacific/Auckland", "2028-07-01", "2028-07-31");
    const honolulu = await leaseAt("Pacific/Honolulu", "2028-07-01", "2028-07-31");
    const midnight = "2028-07-01T00:00:00Z";
    expect([await auckland(midnight), await honolulu(midnight)]).toEqual([inEffect, notYet]);
    const monthLater = "2028-08-01T00:00:00Z";
    expect([await auckland(monthLater), await honolulu(monthLater)]).toEqual([ended, inEffect]);
  });

  test("lease membership follows the property's date without waiting for a job", async () => {
    const { db } = leasing.portal;
    // These two time zones never have the same date.
    const zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago"] as const;
    const days = zones.map((timeZone) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date()));
    const [ahead, behind] = days;
    const leaseIds: number[] = [];
    for (const zone of zones) {
      const propertyId = await createProperty(db);
      await db.updateTable("properties").set({ time_zone: zone }).where("id", "=", propertyId).execute();
      const unit = await createUnit(db, propertyId, "1");
      const made = await leasing.portal.call("POST", "/api/leases", {
        ...leasing.building.admin,
        body: { companyName: zone, propertyId, unitIds: [unit], from: ahead, to: ahead },
      });
      const { id } = made.json<Lease>();
      leaseIds.push(id);
      await db
        .insertInto("lease_members")
        .values({ lease_id: id, property_id: propertyId, user_id: member.id, starts_on: ahead ?? "" })
        .execute();
    }
    expect(behind).not.toBe(ahead);
    const current = await db
      .selectFrom("current_lease_members")
      .select("lease_id")
      .where("user_id", "=", member.id)
      .execute();
    expect(current).toEqual([{ lease_id: leaseIds[0] }]);
  });
});

describe("the hourly job", () => {
  test("the hourly job catches up after a month's outage, repeats nothing, and notifies members and the landlord once", async () => {
    const lease = await recordWithMember({ from: leasing.dayFromToday(5), to: leasing.dayFromToday(25) });
    const next = await leasing.create(unitId, {
      companyName: "Next Tenant",
      from: leasing.dayFromToday(26),
      to: null,
    });
    const later = `${leasing.dayFromToday(32)}T12:00:00Z`;
    await runJobAt(later);
    expect(await read(lease)).toMatchObject({ state: "ended", version: 2 });
    expect(await read(next)).toMatchObject({ state: "active", units: [{ status: "occupied" }] });
    const entries = (await leasing.getAuditEntries(lease.id)).map(({ action }) => action);
    expect(entries).toEqual(["lease.created", "lease.ended"]);
    expect((await leasing.getAuditEntries(next.id)).map(({ action }) => action)).toEqual([
      "lease.created",
      "lease.started",
    ]);
    const sent = [await readTexts(member.id), await readTexts(leasing.building.landlord.id)];
    const number = await leasing.getUnitNumber(unitId);
    expect(sent[1]?.slice(-2)).toEqual([
      `lease.ended: The lease for Harbor Lane Coffee at Harbor House, unit ${number} has ended`,
      `lease.started: The lease for Next Tenant at Harbor House, unit ${number} has started`,
    ]);

    await setStatus("maintenance");
    await runJobAt(later);
    await runJobAt(`${leasing.dayFromToday(33)}T12:00:00Z`);
    expect(await leasing.getUnitStatus(unitId)).toBe("maintenance");
    expect(await read(lease)).toMatchObject({ version: 2 });
    expect([await readTexts(member.id), await readTexts(leasing.building.landlord.id)]).toEqual(sent);
  });

  test("the hourly job does everything only once, even on several instances at the same time", async () => {
    const leases = [
      await leasing.create(unitId, { to: leasing.dayFromToday(3) }),
      await leasing.create(secondUnitId, { to: leasing.dayFromToday(3) }),
    ];
    leasing.portal.clock.now = new Date(`${leasing.dayFromToday(9)}T12:00:00Z`);
    await Promise.all([1, 2, 3].map(() => advanceLeaseStates(leasing.portal.services)));
    for (const { id } of leases)
      expect((await leasing.getAuditEntries(id)).map(({ action }) => action)).toEqual([
        "lease.created",
        "lease.ended",
      ]);
  });

  test("a unit with a future move-out date becomes vacant after that date", async () => {
    const lease = await leasing.create(unitId, { unitIds: [unitId, secondUnitId], to: null });
    await leasing.send("PATCH", `/api/leases/${lease.id}`, {
      vacatedUnits: [{ unitId, on: leasing.dayFromToday(10) }],
    });
    await runJobAt(`${leasing.dayFromToday(12)}T12:00:00Z`);
    expect([await leasing.getUnitStatus(unitId), await leasing.getUnitStatus(secondUnitId)]).toEqual([
      "vacant",
      "occupied",
    ]);
    expect((await leasing.getAuditEntries(lease.id)).at(-1)?.action).toBe("lease.units-vacated");
  });
});
