import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createLease, createPerson, createProperty, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Person } from "../../people-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let claimantId: number;
let formerId: number;
let strangerId: number;
let otherPropertyId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db } = portal;
  claimantId = (
    await createPerson(db, {
      role: "tenant",
      state: "pending",
      requestedUnitId: building.unitId,
      fullName: "Cora 100% Claimant",
    })
  ).id;
  const former = await createPerson(db, { role: "tenant", fullName: "Fred Former" });
  formerId = former.id;
  const { propertyId } = building;
  await createLease(db, {
    propertyId,
    unitId: await createUnit(db, propertyId),
    memberIds: [former.id],
    isEnded: true,
  });
  otherPropertyId = await createProperty(db);
  strangerId = (await createPerson(db, { role: "maintenance", propertyIds: [otherPropertyId] })).id;
});
afterAll(() => portal.close());

const list = async (cookie: string, query = "") => {
  const response = await portal.call("GET", `/api/users${query}`, { cookie });
  expect(response.statusCode).toBe(200);
  return { people: response.json<Person[]>(), headers: response.headers };
};
const ids = (people: Person[]) => people.map(({ id }) => id).sort((a, b) => a - b);

describe("listing people", () => {
  test("a landlord sees only the people at their own properties, and an admin sees everyone", async () => {
    const { landlord, tenant, neighbor, technician, admin } = building;
    const own = await list(landlord.cookie);
    expect(ids(own.people)).toEqual(
      ids([landlord, tenant, neighbor, technician, { id: claimantId }, { id: formerId }] as Person[]),
    );
    const all = await list(admin.cookie);
    expect(ids(all.people)).toContain(strangerId);
    expect(all.headers["x-total-count"]).toBe(String(all.people.length));
  });

  test("the people list contains no secrets", async () => {
    const { people } = await list(building.admin.cookie);
    expect(Object.keys(people[0] ?? {}).sort()).toEqual(
      [
        "id",
        "fullName",
        "email",
        "role",
        "state",
        "emailConfirmed",
        "requestedUnit",
        "properties",
        "propertyCount",
        "hasAllProperties",
        "units",
        "companies",
        "invitation",
        "disabledReason",
        "createdAt",
        "lastSignInAt",
        "version",
      ].sort(),
    );
  });

  test("the people list can be filtered by role, status, property, and words, with special characters taken literally", async () => {
    const { admin, landlord, technician, propertyId } = building;
    expect(ids((await list(landlord.cookie, "?role=maintenance")).people)).toEqual([technician.id]);
    const { people } = await list(landlord.cookie, "?state=pending");
    expect(people).toMatchObject([
      { id: claimantId, requestedUnit: { id: building.unitId, label: "Harbor House, unit 101", propertyId } },
    ]);
    expect(ids((await list(admin.cookie, `?propertyId=${propertyId}`)).people)).not.toContain(strangerId);
    expect(ids((await list(admin.cookie, "?q=100%25")).people)).toEqual([claimantId]);
    expect((await list(admin.cookie, "?q=_")).people).toEqual([]);
  });

  test("the people list doesn't reveal that a landlord's staff also work at other landlords' properties", async () => {
    const { admin, landlord, technician } = building;
    await portal.db
      .insertInto("property_staff")
      .values({ property_id: otherPropertyId, user_id: technician.id })
      .execute();
    const query = `?propertyId=${otherPropertyId}`;
    expect(ids((await list(admin.cookie, query)).people)).toEqual(
      ids([technician, { id: strangerId }] as Person[]),
    );
    const { people, headers } = await list(landlord.cookie, query);
    expect([people, headers["x-total-count"]]).toEqual([[], "0"]);
  });

  test.each([
    "?role=owner",
    "?state=gone",
    "?page=0",
    "?pageSize=101",
    "?limit=x",
    "?propertyId=-1",
    `?q=${"a".repeat(101)}`,
  ])("listing people with %s returns 400 with a message", async (query) => {
    const response = await portal.call("GET", `/api/users${query}`, building.admin);
    expect(response.statusCode).toBe(400);
    expect(response.json().message).not.toBe("");
  });
});
