import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { PropertyOption } from "../../choices-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let otherId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  otherId = await createProperty(portal.db, { name: "Hill House" });
});
afterAll(() => portal.close());

const readProperties = async (cookie: string) =>
  (await portal.call("GET", "/api/buildings", { cookie })).json<PropertyOption[]>();
const listUnits = (cookie: string, propertyId = building.propertyId) =>
  portal.call("GET", `/api/properties/${propertyId}/units`, { cookie });

describe("buildings", () => {
  test("API-13 each building has an id, name, address, and image", async () => {
    expect(await readProperties(building.tenant.cookie)).toEqual([
      {
        id: building.propertyId,
        name: "Harbor House",
        address: "1 Harbor Way, Seattle, WA 98101",
        image: null,
      },
    ]);
  });

  test("tenants get the properties they lease, staff the ones they're assigned to, and admins all of them", async () => {
    const { db } = portal;
    const signInNew = async (fields: Parameters<typeof createPerson>[1]) =>
      signInAs(db, await createPerson(db, fields));
    const ownIds = [building.propertyId];
    const all = [building.propertyId, otherId];
    const ids = async (cookie: string) => (await readProperties(cookie)).map(({ id }) => id);
    expect(await ids(building.neighbor.cookie)).toEqual(ownIds);
    expect(await ids(building.technician.cookie)).toEqual(ownIds);
    expect(await ids(building.landlord.cookie)).toEqual(ownIds);
    expect(await ids(building.admin.cookie)).toEqual(all);
    expect(await ids(await signInNew({ role: "maintenance", hasAllProperties: true }))).toEqual(all);
    expect(await ids(await signInNew({ role: "maintenance" }))).toEqual([]);
    expect(await ids(await signInNew({ role: "landlord" }))).toEqual([]);
  });

  test("former tenants no longer get any properties", async () => {
    const former = await createPerson(portal.db, { role: "tenant" });
    const { propertyId } = building;
    const unitId = await createUnit(portal.db, propertyId);
    await createLease(portal.db, { propertyId, unitId, memberIds: [former.id], isEnded: true });
    expect(await readProperties(await signInAs(portal.db, former))).toEqual([]);
  });
});

describe("units", () => {
  test("staff get every unit at the property, and tenants those on their own leases", async () => {
    const numbers = async (cookie: string) =>
      (await listUnits(cookie)).json<{ unitNumber: string }[]>().map(({ unitNumber }) => unitNumber);
    expect(await numbers(building.landlord.cookie)).toEqual(expect.arrayContaining(["101", "102"]));
    expect(await numbers(building.tenant.cookie)).toEqual(["101"]);
    expect(await numbers(building.neighbor.cookie)).toEqual(["102"]);
  });

  test("units return the same 404 for an unknown property and one outside the access scope", async () => {
    const responses = [
      await listUnits(building.landlord.cookie, otherId),
      await listUnits(building.landlord.cookie, 987_654),
    ];
    for (const response of responses) expect(response.statusCode).toBe(404);
    const [first, second] = responses.map((response) => ({ ...response.json(), requestId: "" }));
    expect(first).toEqual(second);
  });
});
