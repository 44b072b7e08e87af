import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SignedInPerson } from "#test/building.ts";
import { type Leasing, startLeasing } from "#test/leasing.ts";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { Lease } from "../contract.ts";

let otherLandlord: SignedInPerson;
let leasing: Leasing;
let unitId: number;
beforeAll(async () => {
  leasing = await startLeasing();
  const { db } = leasing.portal;
  const person = await createPerson(db, { role: "landlord", propertyIds: [await createProperty(db)] });
  otherLandlord = { ...person, cookie: await signInAs(db, person) };
});
beforeEach(async () => {
  unitId = await leasing.newUnit();
});
afterAll(() => leasing.portal.close());

describe("who sees leases", () => {
  test("a landlord those of own buildings, in the list and one by one", async () => {
    const lease = await leasing.record(unitId);
    const ids = async (cookie: string) =>
      (await leasing.portal.call("GET", `/api/leases?unitId=${unitId}`, { cookie }))
        .json<{ id: number }[]>()
        .map(({ id }) => id);
    expect(await ids(leasing.building.landlord.cookie)).toEqual([lease.id]);
    expect(await ids(leasing.building.admin.cookie)).toEqual([lease.id]);
    expect(await ids(otherLandlord.cookie)).toEqual([]);
    const strange = await leasing.portal.call("GET", `/api/leases/${lease.id}`, {
      cookie: otherLandlord.cookie,
    });
    const none = await leasing.portal.call("GET", "/api/leases/987654", { cookie: otherLandlord.cookie });
    expect({ ...strange.json(), requestId: "" }).toEqual({ ...none.json(), requestId: "" });
  });

  test("a tenant the own ones; a former one keeps the own history, without those who came after", async () => {
    const { db } = leasing.portal;
    const former = await createPerson(db, { role: "tenant", fullName: "Fred Former" });
    const cookie = await signInAs(db, former);
    const lease = await leasing.record(unitId);
    const [first, second] = [
      { user_id: former.id, from_on: lease.from, to_on: leasing.dayFromToday(-5) },
      { user_id: leasing.building.tenant.id, from_on: leasing.dayFromToday(-4), to_on: null },
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
    const seen = (await leasing.portal.call("GET", `/api/leases/${lease.id}`, { cookie })).json<Lease>();
    expect(seen.members).toMatchObject([{ fullName: "Fred Former", email: null, isCurrent: false }]);
    expect(Object.values(seen.may)).not.toContain(true);
    const own = await leasing.portal.call("GET", `/api/leases/${lease.id}`, { ...leasing.building.tenant });
    expect(own.json<Lease>().members.map(({ fullName }) => fullName)).toEqual([
      "Fred Former",
      "Tessa Tenant",
    ]);
    const listed = await leasing.portal.call("GET", "/api/leases", { cookie });
    expect(listed.json<{ id: number }[]>().map(({ id }) => id)).toEqual([lease.id]);
  });

  test("a draft is nobody's but the landlord's", async () => {
    const draftId = await createLease(leasing.portal.db, {
      propertyId: leasing.building.propertyId,
      unitId,
      memberIds: [leasing.building.tenant.id],
      isDraft: true,
    });
    const answer = await leasing.portal.call("GET", `/api/leases/${draftId}`, { ...leasing.building.tenant });
    expect(answer.statusCode).toBe(404);
  });
});

describe("the list", () => {
  test("is searched by company and unit, filtered and paged, with the total", async () => {
    const company = "Quokka & Sons";
    const ids: number[] = [];
    for (let at = 0; at < 3; at++)
      ids.unshift(
        (
          await leasing.record(unitId, {
            companyName: company,
            unitIds: [await createUnit(leasing.portal.db, leasing.building.propertyId, `Q-${at}`)],
            state: at === 0 ? "draft" : "active",
          })
        ).id,
      );
    const list = async (query: string) => {
      const answer = await leasing.send("GET", `/api/leases?${query}`);
      return {
        ids: answer.json<{ id: number }[]>().map(({ id }) => id),
        total: answer.headers["x-total-count"],
        link: answer.headers.link,
      };
    };
    expect(await list("q=quok%20sons")).toEqual({ ids, total: "3", link: undefined });
    expect((await list("q=unit%20q-1")).ids).toEqual([ids[1]]);
    expect((await list("q=quokka&state=draft")).ids).toEqual([ids[2]]);
    expect((await list(`q=quokka&propertyId=${leasing.building.propertyId + 1}`)).ids).toEqual([]);
    expect((await list("q=%27%3A%2A%25_%5C")).ids).toEqual([]);
    expect(await list("q=quokka&page=1&pageSize=2")).toMatchObject({
      ids: ids.slice(0, 2),
      total: "3",
      link: '</api/leases?q=quokka&page=2&pageSize=2>; rel="next"',
    });
    expect(await list("q=quokka&page=9&pageSize=2")).toEqual({ ids: [], total: "3", link: undefined });
    expect((await list(`q=quokka&limit=2&cursor=${ids[1]}`)).ids).toEqual([ids[2]]);
    expect((await leasing.send("GET", "/api/leases?state=asleep")).statusCode).toBe(400);
  });
});
