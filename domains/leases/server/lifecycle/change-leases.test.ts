import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { postCharges } from "#domains/ledger/server/posting/post-charges.ts";
import { upload } from "#test/files/documents.ts";
import { leakingFaucet } from "#test/leaking-faucet.ts";
import { type LeaseFixtures, startLeaseFixtures } from "#test/leases.ts";
import { countLockWaits } from "#test/lock-waits.ts";
import { runOnDay, sampleTerms, writeTerms } from "#test/money/ledger.ts";
import { createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { CallOptions } from "#test/portal.ts";
import type { Lease } from "../../contract.ts";
import { remindOfLeaseEnds } from "./remind-of-end.ts";

let leasing: LeaseFixtures;
let unitId: number;
let secondUnitId: number;
beforeAll(async () => {
  leasing = await startLeaseFixtures();
});
beforeEach(async () => {
  unitId = await leasing.newUnit();
  secondUnitId = await leasing.newUnit();
});
afterAll(() => leasing.portal.close());

describe("editing a lease", () => {
  test("every field of a draft can be changed, and the audit log records old and new values", async () => {
    const draft = await leasing.create(unitId, { state: "draft", unitIds: [unitId] });
    const response = await leasing.send("PATCH", `/api/leases/${draft.id}`, {
      unitIds: [secondUnitId],
      from: "2030-01-31",
      to: "2030-02-28",
    });
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json<Lease>()).toMatchObject({
      from: "2030-01-31",
      to: "2030-02-28",
      version: 2,
      units: [{ id: secondUnitId, from: "2030-01-31", to: "2030-02-28" }],
    });
    expect((await leasing.getAuditEntries(draft.id)).at(-1)).toMatchObject({
      action: "lease.edited",
      details: {
        changes: [
          { field: "unitIds", from: [unitId], to: [secondUnitId] },
          { field: "from", from: draft.from, to: "2030-01-31" },
          { field: "to", from: draft.to, to: "2030-02-28" },
        ],
      },
    });
  });

  test("a draft lease can be moved to another property with its members", async () => {
    const propertyId = await createProperty(leasing.portal.db, { name: "Second House" });
    const landlord = leasing.building.landlord.id;
    await leasing.portal.db
      .insertInto("property_landlords")
      .values({ property_id: propertyId, user_id: landlord })
      .execute();
    const draft = await leasing.create(unitId, { state: "draft" });
    await leasing.send("POST", `/api/leases/${draft.id}/members`, { userId: leasing.building.tenant.id });
    const url = `/api/leases/${draft.id}`;
    expect((await leasing.send("PATCH", url, { propertyId })).json()).toMatchObject({
      fields: { unitIds: "Select units at this property." },
    });
    const moved = await leasing.send("PATCH", url, {
      propertyId,
      unitIds: [await createUnit(leasing.portal.db, propertyId, "1")],
    });
    expect(moved.json<Lease>()).toMatchObject({
      property: { id: propertyId },
      units: [{ unitNumber: "1" }],
      members: [{ userId: leasing.building.tenant.id }],
    });
  });

  test("on an active lease, only the end date and unit dates can be changed", async () => {
    const lease = await leasing.create(unitId, { from: "2026-01-05" });
    const response = await leasing.send("PATCH", `/api/leases/${lease.id}`, {
      from: "2026-02-01",
      unitIds: [secondUnitId],
    });
    expect(response.json<{ fields: unknown }>().fields).toEqual({
      from: "The lease starts Jan 5, 2026. Only a draft's start date can be changed.",
      unitIds: "This lease is active, so you can only change its end date and unit dates.",
    });
    // Sending the same values isn't a change.
    const same = await leasing.send("PATCH", `/api/leases/${lease.id}`, {
      from: "2026-01-05",
      to: leasing.dayFromToday(500),
    });
    expect(same.json<Lease>()).toMatchObject({
      to: leasing.dayFromToday(500),
      units: [{ to: leasing.dayFromToday(500) }],
    });
  });

  test("editing a lease rejects an end date that is in the past or causes an overlap with another lease", async () => {
    const lease = await leasing.create(unitId, { to: leasing.dayFromToday(10) });
    await leasing.create(unitId, { companyName: "Next Tenant", from: leasing.dayFromToday(11), to: null });
    const past = await leasing.send("PATCH", `/api/leases/${lease.id}`, { to: leasing.dayFromToday(-1) });
    expect(past.json<{ fields: unknown }>().fields).toEqual({
      to: "That date has passed. End the lease instead.",
    });
    const longer = await leasing.send("PATCH", `/api/leases/${lease.id}`, { to: null });
    expect(longer.statusCode).toBe(409);
    expect(longer.json<{ message: string }>().message).toContain("is leased to Next Tenant from");
  });

  test("editing an outdated version of a lease is rejected with the current lease and the name of the person who changed it", async () => {
    const lease = await leasing.create(unitId);
    const to = leasing.dayFromToday(200);
    await leasing.portal.call("PATCH", `/api/leases/${lease.id}`, {
      cookie: leasing.building.admin.cookie,
      body: { to },
    });
    for (const [method, path, body] of [
      ["PATCH", "", { to: null }],
      ["POST", "/notice", { to }],
      ["POST", "/end", { on: to }],
    ] as const) {
      const stale = await leasing.send(method, `/api/leases/${lease.id}${path}`, body, { "if-match": '"1"' });
      expect(stale.statusCode).toBe(409);
      expect(stale.json()).toMatchObject({
        message: "Ada Admin changed this lease after you opened it.",
        current: { id: lease.id, to, version: 2 },
      });
    }
  });

  test("a lease can't be deleted if charges post during the deletion, and the message says so", async () => {
    const { db, services, clock } = leasing.portal;
    const from = leasing.dayFromToday(5);
    const { id } = await leasing.create(unitId, { from, to: null });
    await writeTerms(db, { leaseId: id, from, terms: sampleTerms({ dueDay: Number(from.slice(8)) }) });
    const { deleting } = await runOnDay(services, clock.now.toISOString().slice(0, 10), async (ctx) => {
      expect(await postCharges(ctx, [id])).toMatchObject({ entries: 1 });
      const deleted = leasing.send("DELETE", `/api/leases/${id}`);
      await expect.poll(() => countLockWaits(db)).toBe(1);
      return { deleting: deleted };
    });
    const response = await deleting;
    expect(response.statusCode).toBe(409);
    expect(response.json<{ message: string }>().message).toContain("This lease has ledger entries");
  });

  test("a lease whose payment started before or during the deletion can be ended but not deleted", async () => {
    const { db } = leasing.portal;
    const upcoming = await leasing.create(unitId, {
      from: leasing.dayFromToday(5),
      to: leasing.dayFromToday(40),
    });
    expect(upcoming.can).toMatchObject({ delete: true, end: false });
    const insertPayment = sql`insert into payment_intents (property_id, lease_id, user_id, fingerprint, amount_cents, fee_basis_points,
      fee_cents, description, created_at, changed_at, checked_at)
      values (${leasing.building.propertyId}, ${upcoming.id}, ${leasing.building.landlord.id}, 'rent', 100, 0, 0, 'Rent', now(), now(), now())`;
    const { deleted } = await db.transaction().execute(async (trx) => {
      await insertPayment.execute(trx);
      const response = leasing.send("DELETE", `/api/leases/${upcoming.id}`);
      await expect.poll(() => countLockWaits(db)).toBe(1);
      return { deleted: response };
    });
    expect((await deleted).json()).toMatchObject({
      message: "This lease can't be deleted because other records still refer to it.",
    });
    expect((await leasing.send("GET", `/api/leases/${upcoming.id}`)).json()).toMatchObject({
      can: { delete: false, end: true },
    });
    expect((await leasing.send("DELETE", `/api/leases/${upcoming.id}`)).json()).toMatchObject({
      message: expect.stringContaining("or a payment in progress"),
    });
  });

  test("an upcoming lease can be deleted even after a reminder of its end was sent", async () => {
    const upcoming = await leasing.create(unitId, {
      from: leasing.dayFromToday(5),
      to: leasing.dayFromToday(40),
    });
    await remindOfLeaseEnds(leasing.portal.services);
    const response = await leasing.send("DELETE", `/api/leases/${upcoming.id}`);
    expect(response.statusCode, response.body).toBe(200);
  });

  test("a lease with documents can't be deleted", async () => {
    const { portal, building } = leasing;
    const upcoming = await leasing.create(unitId, { from: leasing.dayFromToday(5) });
    const fields = { title: "Plan of the rooms", type: "Other", buildingId: building.propertyId, unitId };
    const document = (await upload(portal, building.landlord.cookie, { fields })).json<{ id: number }>();
    await sql`update documents set lease_id = ${upcoming.id}, visibility = 'lease' where id = ${document.id}`.execute(
      portal.db,
    );
    for (const _ of ["as it is", "in the trash"]) {
      const rejected = await leasing.send("DELETE", `/api/leases/${upcoming.id}`);
      expect(rejected.statusCode).toBe(409);
      expect(rejected.json<{ message: string }>().message).toMatch(/^This lease has documents/);
      await portal.call("DELETE", `/api/documents/${document.id}`, { cookie: building.landlord.cookie });
    }
    expect((await leasing.send("GET", `/api/leases/${upcoming.id}`)).statusCode).toBe(200);
  });

  test("a draft or upcoming lease can be deleted, but not a lease that has started", async () => {
    const draft = await leasing.create(unitId, { state: "draft" });
    const upcoming = await leasing.create(unitId, { from: leasing.dayFromToday(5) });
    const started = await leasing.create(unitId, { unitIds: [secondUnitId], from: "2026-01-05" });
    expect((await leasing.send("DELETE", `/api/leases/${draft.id}`)).statusCode).toBe(200);
    expect((await leasing.send("DELETE", `/api/leases/${upcoming.id}`)).statusCode).toBe(200);
    expect((await leasing.send("GET", `/api/leases/${draft.id}`)).statusCode).toBe(404);
    const rejected = await leasing.send("DELETE", `/api/leases/${started.id}`);
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json<{ message: string }>().message).toBe(
      "This lease started on Jan 5, 2026. You can end it, but not delete it.",
    );
    // The unit is free again.
    await leasing.create(unitId);
  });
});

describe("units vacated early", () => {
  test("AUN-20 a unit vacated early becomes vacant on its last day and can be leased again from the next day", async () => {
    const lease = await leasing.create(unitId, { unitIds: [unitId, secondUnitId] });
    const url = `/api/leases/${lease.id}`;
    const today = lease.today;
    const response = await leasing.send("PATCH", url, { vacatedUnits: [{ unitId, on: today }] });
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json<Lease>().units).toMatchObject([
      { id: unitId, to: today, status: "vacant" },
      { id: secondUnitId, to: lease.to, status: "occupied" },
    ]);
    expect(
      (await leasing.send("POST", "/api/leases", leasing.fields(unitId, { from: today }))).statusCode,
    ).toBe(409);
    await leasing.create(unitId, { companyName: "Next Tenant", from: leasing.dayFromToday(2) });
    const back = await leasing.send("PATCH", url, { vacatedUnits: [{ unitId, on: null }] });
    expect(back.statusCode).toBe(409);
    // The lease's end date moves, but not the last day of the vacated unit.
    const longer = await leasing.send("PATCH", url, { to: null });
    expect(longer.json<Lease>().units).toMatchObject([
      { id: unitId, to: today },
      { id: secondUnitId, to: null },
    ]);
  });

  test("a unit to be vacated early can stay on the lease until its last day arrives", async () => {
    const lease = await leasing.create(unitId, { unitIds: [unitId, secondUnitId] });
    const url = `/api/leases/${lease.id}`;
    await leasing.send("PATCH", url, { vacatedUnits: [{ unitId, on: leasing.dayFromToday(20) }] });
    expect(await leasing.getUnitStatus(unitId)).toBe("occupied");
    const back = await leasing.send("PATCH", url, { vacatedUnits: [{ unitId, on: null }] });
    expect(back.json<Lease>().units.map(({ to }) => to)).toEqual([lease.to, lease.to]);
  });

  test("a tenant can no longer see a unit or report problems there once it's vacated", async () => {
    const lease = await leasing.create(unitId, { unitIds: [unitId, secondUnitId] });
    const person = await createPerson(leasing.portal.db, { role: "tenant" });
    const cookie = await signInAs(leasing.portal.db, person);
    await leasing.portal.db
      .insertInto("lease_members")
      .values({
        lease_id: lease.id,
        property_id: leasing.building.propertyId,
        user_id: person.id,
        starts_on: lease.from,
      })
      .execute();
    await leasing.send("PATCH", `/api/leases/${lease.id}`, {
      vacatedUnits: [{ unitId, on: leasing.dayFromToday(-3) }],
    });
    const units = await leasing.portal.call("GET", `/api/properties/${leasing.building.propertyId}/units`, {
      cookie,
    });
    expect(units.json<{ id: number }[]>().map(({ id }) => id)).toEqual([secondUnitId]);
    expect((await leasing.portal.call("GET", "/api/me", { cookie })).json()).toMatchObject({
      unitId: secondUnitId,
    });
    const report = await leasing.portal.call("POST", "/api/work-orders", {
      cookie,
      body: {
        ...leakingFaucet,
        unitId: String(unitId),
      },
    });
    expect(report.json()).toMatchObject({ unit: { id: secondUnitId } });
  });

  test("at least one unit must stay until the end, and only units on the lease can be vacated, on dates within the lease", async () => {
    const lease = await leasing.create(unitId, { from: "2026-01-05", to: "2027-12-31" });
    const messageFor = async (vacatedUnits: unknown) =>
      (await leasing.send("PATCH", `/api/leases/${lease.id}`, { vacatedUnits } as CallOptions["body"])).json<{
        fields: { vacatedUnits: string };
      }>().fields.vacatedUnits;
    expect(await messageFor([{ unitId, on: "2026-12-31" }])).toBe(
      "At least one unit must stay until the lease ends. To vacate all of them, end the lease.",
    );
    expect(await messageFor([{ unitId: secondUnitId, on: null }])).toBe("Select units on this lease.");
    expect(await messageFor([{ unitId, on: "2026-01-04" }])).toBe("The lease starts Jan 5, 2026.");
    expect(await messageFor([{ unitId, on: "2028-01-01" }])).toBe("The lease ends Dec 31, 2027.");
  });
});

describe("a lease's history", () => {
  test("a lease's history says who did what, newest first", async () => {
    const lease = await leasing.create(unitId, { state: "draft" });
    await leasing.send("PATCH", `/api/leases/${lease.id}`, { to: "2030-12-31" });
    await leasing.send("POST", `/api/leases/${lease.id}/activate`, {});
    const added = await leasing.send("POST", `/api/leases/${lease.id}/members`, {
      userId: leasing.building.tenant.id,
    });
    const [member] = added.json<Lease>().members;
    await leasing.send("PATCH", `/api/leases/${lease.id}/members/${member?.id}`, { to: null });
    await leasing.send("POST", `/api/leases/${lease.id}/notice`, { to: "2030-06-30" });
    const history = await leasing.send("GET", `/api/leases/${lease.id}/history`);
    const entries = history.json<{ who: string; what: string }[]>();
    expect(new Set(entries.map(({ who }) => who))).toEqual(new Set(["Lena Landlord"]));
    expect(entries.map(({ what }) => what)).toEqual([
      "Recorded notice effective Jun 30, 2030",
      "Changed dates for Tessa Tenant",
      "Added Tessa Tenant",
      `Activated the lease. Unit ${await leasing.getUnitNumber(unitId)} became occupied`,
      "Changed end date",
      "Created the draft",
    ]);
  });
});
