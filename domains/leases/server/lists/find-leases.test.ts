import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SignedInPerson } from "#test/building.ts";
import { type LeaseFixtures, startLeaseFixtures } from "#test/leases.ts";
import { createLease, createPerson, createProperty, signInAs } from "#test/people.ts";
import type { Lease } from "../../contract.ts";

let otherLandlord: SignedInPerson;
let leasing: LeaseFixtures;
let unitId: number;
beforeAll(async () => {
  leasing = await startLeaseFixtures();
  const { db } = leasing.portal;
  const person = await createPerson(db, { role: "landlord", propertyIds: [await createProperty(db)] });
  otherLandlord = { ...person, cookie: await signInAs(db, person) };
});
beforeEach(async () => {
  unitId = await leasing.newUnit();
});
afterAll(() => leasing.portal.close());

describe("access to leases", () => {
  test("landlords see leases at their own properties, in the list and individually", async () => {
    const lease = await leasing.create(unitId);
    const ids = async (cookie: string) =>
      (await leasing.portal.call("GET", `/api/leases?unitId=${unitId}`, { cookie }))
        .json<{ id: number }[]>()
        .map(({ id }) => id);
    expect(await ids(leasing.building.landlord.cookie)).toEqual([lease.id]);
    expect(await ids(leasing.building.admin.cookie)).toEqual([lease.id]);
    expect(await ids(otherLandlord.cookie)).toEqual([]);
    const outside = await leasing.portal.call("GET", `/api/leases/${lease.id}`, {
      cookie: otherLandlord.cookie,
    });
    const missing = await leasing.portal.call("GET", "/api/leases/987654", { cookie: otherLandlord.cookie });
    expect({ ...outside.json(), requestId: "" }).toEqual({ ...missing.json(), requestId: "" });
  });

  test("the leases list finds active leases that end within 90 days, based on the property's date", async () => {
    const { db, clock } = leasing.portal;
    const { propertyId } = leasing.building;
    // At any time, one of the two is a day ahead of the other.
    for (const timeZone of ["Pacific/Kiritimati", "Pacific/Honolulu"]) {
      await db.updateTable("properties").set({ time_zone: timeZone }).where("id", "=", propertyId).execute();
      const today = new Intl.DateTimeFormat("en-CA", { timeZone }).format(clock.now);
      const day = (days: number) =>
        new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
      const ending = async (to: string | null, state: "active" | "notice" | "ended" | "draft") => {
        const id = await createLease(db, { propertyId, unitId: await leasing.newUnit() });
        const fields = { starts_on: day(-500), ends_on: to, state };
        await db.updateTable("leases").set(fields).where("id", "=", id).execute();
        return id;
      };
      const near = [await ending(day(0), "active"), await ending(day(90), "notice")];
      await ending(day(-1), "active");
      await ending(day(91), "active");
      await ending(day(30), "ended");
      await ending(day(30), "draft");
      await ending(null, "active");
      for (const { cookie } of [leasing.building.landlord, leasing.building.admin]) {
        const response = await leasing.portal.call("GET", "/api/leases?state=ending&page=1", { cookie });
        const ids = response.json<{ id: number }[]>().map(({ id }) => id);
        expect([ids, response.headers["x-total-count"]], timeZone).toEqual([near, "2"]);
      }
      await db.updateTable("leases").set({ ends_on: null }).where("property_id", "=", propertyId).execute();
    }
    await db
      .updateTable("properties")
      .set({ time_zone: "America/Los_Angeles" })
      .where("id", "=", propertyId)
      .execute();
  });

  test("tenants see their own leases, and former members see their own history without people who joined later", async () => {
    const { db } = leasing.portal;
    const former = await createPerson(db, { role: "tenant", fullName: "Fred Former" });
    const cookie = await signInAs(db, former);
    const lease = await leasing.create(unitId);
    const [first, second] = [
      { user_id: former.id, starts_on: lease.from, ends_on: leasing.dayFromToday(-5) },
      { user_id: leasing.building.tenant.id, starts_on: leasing.dayFromToday(-4), ends_on: null },
    ];
    await db
      .insertInto("lease_members")
      .values(
        [first, second].map((member) => ({
          ...member,
          lease_id: lease.id,
          property_id: leasing.building.propertyId,
        })),
      )
      .execute();
    const formerView = (
      await leasing.portal.call("GET", `/api/leases/${lease.id}`, { cookie })
    ).json<Lease>();
    expect(formerView.members).toMatchObject([{ fullName: "Fred Former", email: null, isCurrent: false }]);
    expect(Object.values(formerView.can)).not.toContain(true);
    const currentView = await leasing.portal.call("GET", `/api/leases/${lease.id}`, {
      ...leasing.building.tenant,
    });
    expect(currentView.json<Lease>().members.map(({ fullName }) => fullName)).toEqual([
      "Fred Former",
      "Tessa Tenant",
    ]);
    const listed = await leasing.portal.call("GET", "/api/leases", { cookie });
    expect(listed.json<{ id: number }[]>().map(({ id }) => id)).toEqual([lease.id]);
  });

  test("only the landlord sees a draft lease", async () => {
    const draftId = await createLease(leasing.portal.db, {
      propertyId: leasing.building.propertyId,
      unitId,
      memberIds: [leasing.building.tenant.id],
      isDraft: true,
    });
    const response = await leasing.portal.call("GET", `/api/leases/${draftId}`, {
      ...leasing.building.tenant,
    });
    expect(response.statusCode).toBe(404);
  });
});
