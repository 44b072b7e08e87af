import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Building } from "../choices-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let otherId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  otherId = await createProperty(portal.db, { name: "Hill House" });
});
afterAll(() => portal.close());

const buildingsOf = async (cookie: string) =>
  (await portal.call("GET", "/api/buildings", { cookie })).json<Building[]>();
const unitsOf = (cookie: string, propertyId = building.propertyId) =>
  portal.call("GET", `/api/properties/${propertyId}/units`, { cookie });

describe("buildings", () => {
  test("API-13 each has id, name, address and image", async () => {
    expect(await buildingsOf(building.tenant.cookie)).toEqual([
      {
        id: building.propertyId,
        name: "Harbor House",
        address: "1 Harbor Way, Seattle, WA 98101",
        image: null,
      },
    ]);
  });

  test("everybody gets those within the access scope: tenants those they rent, staff those assigned to them, admins all", async () => {
    const { db } = portal;
    const cookieOf = async (facts: Parameters<typeof createPerson>[1]) =>
      signInAs(db, await createPerson(db, facts));
    const own = [building.propertyId];
    const all = [building.propertyId, otherId];
    const ids = async (cookie: string) => (await buildingsOf(cookie)).map(({ id }) => id);
    expect(await ids(building.neighbour.cookie)).toEqual(own);
    expect(await ids(building.technician.cookie)).toEqual(own);
    expect(await ids(building.landlord.cookie)).toEqual(own);
    expect(await ids(building.admin.cookie)).toEqual(all);
    expect(await ids(await cookieOf({ role: "maintenance", allBuildings: true }))).toEqual(all);
    expect(await ids(await cookieOf({ role: "maintenance" }))).toEqual([]);
    expect(await ids(await cookieOf({ role: "landlord" }))).toEqual([]);
  });

  test("a former tenant no longer gets any", async () => {
    const former = await createPerson(portal.db, { role: "tenant" });
    const { propertyId } = building;
    const unitId = await createUnit(portal.db, propertyId);
    await createLease(portal.db, { propertyId, unitId, memberIds: [former.id], isEnded: true });
    expect(await buildingsOf(await signInAs(portal.db, former))).toEqual([]);
  });
});

describe("units", () => {
  test("staff get every unit of the building, a tenant those of their own leases", async () => {
    const numbers = async (cookie: string) =>
      (await unitsOf(cookie)).json<{ unitNumber: string }[]>().map(({ unitNumber }) => unitNumber);
    expect(await numbers(building.landlord.cookie)).toEqual(expect.arrayContaining(["101", "102"]));
    expect(await numbers(building.tenant.cookie)).toEqual(["101"]);
    expect(await numbers(building.neighbour.cookie)).toEqual(["102"]);
  });

  test("of a building outside the access scope and of an unknown building get the same 404", async () => {
    const responses = [
      await unitsOf(building.landlord.cookie, otherId),
      await unitsOf(building.landlord.cookie, 987_654),
    ];
    for (const response of responses) expect(response.statusCode).toBe(404);
    const [first, second] = responses.map((response) => ({ ...response.json(), requestId: "" }));
    expect(first).toEqual(second);
  });
});
