import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { upload } from "#test/documents.ts";
import {
  createLease,
  createPerson,
  createProperty,
  createWorkOrder,
  createUnit as unitOf,
} from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { UnitRow } from "../choices-contract.ts";
import type { UnitDetails } from "../contract.ts";
import { unitStatuses } from "../unit-statuses.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

let numbers = 0;
const facts = () => ({ propertyId: building.propertyId, unitNumber: `N${++numbers}`, type: "office" });
const landlord = () => building.landlord.cookie;
const add = (body: object, cookie = landlord()) => portal.call("POST", "/api/units", { cookie, body });
const added = async (body: object = {}) => {
  const response = await add({ ...facts(), ...body });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<UnitDetails>();
};
const read = (id: number, cookie = landlord()) => portal.call("GET", `/api/units/${id}`, { cookie });
const edit = (id: number, body: object, headers: Record<string, string> = {}) =>
  portal.call("PATCH", `/api/units/${id}`, { cookie: landlord(), body, headers });
const remove = (id: number) => portal.call("DELETE", `/api/units/${id}`, { cookie: landlord() });

const refused: readonly (readonly [string, string, unknown, string])[] = [
  ["AUN-02", "propertyId", undefined, "Property is required"],
  ["AUN-03", "unitNumber", "  ", "Unit number is required"],
  ["AUN-04", "type", "", "Unit type is required"],
  [
    "AUN-05",
    "type",
    "castle",
    "type must be one of apartment, office, retail, warehouse, studio, duplex, house, condo.",
  ],
  ["AUN-06", "beds", 1.5, "Beds must be a whole number, 0 or more"],
  ["AUN-06", "beds", -1, "Beds must be a whole number, 0 or more"],
  ["AUN-07", "baths", 0.25, "Baths must be 0 or more, in steps of 0.5"],
  ["AUN-07", "baths", -0.5, "Baths must be 0 or more, in steps of 0.5"],
  ["AUN-08", "rent", -1, "Please enter an amount from $0.00 to $100,000,000.00"],
  ["AUN-08", "deposit", 10_000_000_001, "Please enter an amount from $0.00 to $100,000,000.00"],
  ["AUN-08", "rent", "12", "Please enter an amount from $0.00 to $100,000,000.00"],
  ["AUN-10", "sizeSqft", -1, "Size must be a whole number of square feet, 0 or more"],
  ["AUN-10", "sizeSqft", 1.5, "Size must be a whole number of square feet, 0 or more"],
  ["AUN-11", "status", "empty", "status must be one of vacant, occupied, maintenance, renovation, reserved."],
];

describe("adding a unit", () => {
  test("AUN-19 AUN-10 it is saved with the given fields, and defaults for the rest", async () => {
    const bare = await added();
    expect(bare).toMatchObject({ beds: 0, baths: 0, rent: 0, deposit: 0, sizeSqft: null, status: "vacant" });
    const whole = await added({
      beds: 2,
      baths: 1.5,
      rent: 125_050,
      deposit: 10_000_000_000,
      sizeSqft: 900,
      status: "reserved",
    });
    expect(whole).toMatchObject({
      property: { id: building.propertyId, name: "Harbor House" },
      baths: 1.5,
      rent: 125_050,
      deposit: 10_000_000_000,
      sizeSqft: 900,
      status: "reserved",
      leases: [],
      version: 1,
    });
    expect((await read(whole.id)).json()).toEqual(whole);
  });

  test.each(refused)(
    "AUN-02 AUN-03 AUN-04 AUN-05 AUN-06 AUN-07 AUN-08 AUN-10 AUN-11 %s: %s %j is refused: %s",
    async (_, field, value, sentence) => {
      const response = await add({ ...facts(), [field]: value });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ fields: { [field]: sentence } });
    },
  );

  test("a number is unique within a property, in any letter case; another property may use it too", async () => {
    await added({ unitNumber: "12a" });
    const twin = await add({ ...facts(), unitNumber: "12A" });
    expect(twin.statusCode).toBe(409);
    expect(twin.json()).toMatchObject({
      fields: { unitNumber: "Unit 12A already exists in this property." },
    });
    const elsewhere = await createProperty(portal.db);
    const { cookie } = building.admin;
    expect((await add({ ...facts(), propertyId: elsewhere, unitNumber: "12a" }, cookie)).statusCode).toBe(
      201,
    );
  });

  test("when two people add the same number at once, one of them gets a conflict", async () => {
    const responses = await Promise.all(
      [building.admin.cookie, landlord()].map((cookie) => add({ ...facts(), unitNumber: "77" }, cookie)),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 409]);
  });

  test("a single-unit property takes no second one", async () => {
    const single = await createProperty(portal.db, { type: "single" });
    await unitOf(portal.db, single, "1");
    const response = await add({ ...facts(), propertyId: single }, building.admin.cookie);
    expect(response.statusCode).toBe(409);
    expect(response.json<{ fields: object }>().fields).toHaveProperty("propertyId");
  });

  test("a property outside the access scope and an unknown one get the same 404", async () => {
    const others = await createProperty(portal.db);
    const [there, nowhere] = await Promise.all(
      [others, 987_654].map((propertyId) => add({ ...facts(), propertyId })),
    );
    expect([there?.statusCode, nowhere?.statusCode]).toEqual([404, 404]);
    expect({ ...there?.json(), requestId: "" }).toEqual({ ...nowhere?.json(), requestId: "" });
  });

  test("ROLE-15 a tenant and a technician may not add one", async () => {
    for (const { cookie } of [building.tenant, building.technician])
      expect((await add(facts(), cookie)).statusCode).toBe(403);
  });
});

describe("the units of a building", () => {
  const unitsOf = (cookie: string, query = "", id = building.propertyId) =>
    portal.call("GET", `/api/properties/${id}/units${query}`, { cookie });

  test("show landlords and admins their tenants and rents, in the order of their numbers", async () => {
    const propertyId = await createProperty(portal.db);
    for (const number of ["10", "2", "A2", "A10"]) await unitOf(portal.db, propertyId, number);
    const rows = (await unitsOf(building.admin.cookie, "", propertyId)).json<UnitRow[]>();
    expect(rows.map(({ unitNumber }) => unitNumber)).toEqual(["2", "10", "A2", "A10"]);
    const units = (await unitsOf(landlord())).json<UnitRow[]>();
    const let101 = units.find(({ id }) => id === building.unitId);
    expect(let101).toMatchObject({ unitNumber: "101", leaseId: building.leaseId, rent: 0, version: 1 });
    expect(let101?.tenant).toMatch(/^Company \d+$/);
  });

  test("show a technician neither money nor leases", async () => {
    const units = (await unitsOf(building.technician.cookie)).json<UnitRow[]>();
    expect(units.find(({ id }) => id === building.unitId)).toEqual({
      id: building.unitId,
      propertyId: building.propertyId,
      unitNumber: "101",
      type: "office",
      status: "vacant",
    });
  });

  test("come in pages without a gap", async () => {
    const propertyId = await createProperty(portal.db);
    for (const number of ["1", "2", "3", "10", "11"]) await unitOf(portal.db, propertyId, number);
    const first = await unitsOf(building.admin.cookie, "?limit=3", propertyId);
    expect(first.headers["x-total-count"]).toBe("5");
    const query = String(/\?[^>]+/.exec(String(first.headers.link)));
    const second = await unitsOf(building.admin.cookie, query, propertyId);
    const numbersOf = (response: typeof first) =>
      response.json<UnitRow[]>().map(({ unitNumber }) => unitNumber);
    expect([...numbersOf(first), ...numbersOf(second)]).toEqual(["1", "2", "3", "10", "11"]);
  });

  test("APR-19 API-32 the vacant ones within the access scope are listed", async () => {
    const vacant = await added();
    const reserved = await added({ status: "reserved" });
    const elsewhere = await unitOf(portal.db, await createProperty(portal.db));
    const response = await portal.call("GET", "/api/units/vacant", { cookie: landlord() });
    const ids = response.json<UnitRow[]>().map(({ id }) => id);
    expect(ids).toContain(vacant.id);
    expect(ids).not.toContain(reserved.id);
    expect(ids).not.toContain(elsewhere);
    const page = await portal.call("GET", "/api/units/vacant?limit=1", { cookie: landlord() });
    expect(page.headers["x-total-count"]).toBe(String(ids.length));
  });
});

describe("one unit", () => {
  test("names its leases, newest first, and which of them is current", async () => {
    const { propertyId } = building;
    const unitId = await unitOf(portal.db, propertyId);
    const ended = await createLease(portal.db, { propertyId, unitId, isEnded: true });
    const running = await createLease(portal.db, { propertyId, unitId });
    const { leases } = (await read(unitId)).json<UnitDetails>();
    expect(leases.map(({ id, isCurrent, to }) => [id, isCurrent, to === null])).toEqual([
      [running, true, true],
      [ended, false, false],
    ]);
  });

  test("AUN-20 its status may be set by hand from any to any, each time with an audit log entry", async () => {
    const { id } = await added();
    const steps = unitStatuses.flatMap((from) =>
      unitStatuses.filter((to) => to !== from).map((to) => [from, to]),
    );
    for (const [from, to] of steps) {
      await edit(id, { status: from });
      const response = await edit(id, { status: to });
      expect(response.json()).toMatchObject({ status: to });
    }
    const last = await portal.db
      .selectFrom("audit_log")
      .select(["action", "details"])
      .where("subject_type", "=", "unit")
      .where("subject_id", "=", String(id))
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    expect(last).toEqual({
      action: "unit.edited",
      details: { changes: [{ field: "status", from: "reserved", to: "renovation" }] },
    });
  });

  test("two people editing: the second gets the unit as it is now", async () => {
    const { id, unitNumber } = await added();
    await edit(id, { rent: 100 }, { "if-match": '"1"' });
    const late = await edit(id, { rent: 200 }, { "if-match": '"1"' });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      message: `Lena Landlord changed unit ${unitNumber} in the meantime.`,
      current: { rent: 100, version: 2 },
    });
  });

  test("keeps its own number, and may not take another's", async () => {
    const { id } = await added({ unitNumber: "501" });
    await added({ unitNumber: "502" });
    expect((await edit(id, { unitNumber: "501", beds: 3 })).statusCode).toBe(200);
    expect((await edit(id, { unitNumber: "502" })).json()).toMatchObject({
      fields: { unitNumber: "Unit 502 already exists in this property." },
    });
  });

  test("outside the access scope is 404", async () => {
    const id = await unitOf(portal.db, await createProperty(portal.db));
    expect((await read(id)).statusCode).toBe(404);
    expect((await edit(id, { beds: 1 })).statusCode).toBe(404);
    expect((await remove(id)).statusCode).toBe(404);
  });
});

describe("deleting a unit", () => {
  test("a unit that never had a lease is deleted", async () => {
    const { id } = await added();
    expect((await remove(id)).json()).toEqual({ success: true });
    expect((await read(id)).statusCode).toBe(404);
  });

  test("leases, work orders and claims block it, and are named", async () => {
    const { db } = portal;
    const { propertyId } = building;
    const { id } = await added({ unitNumber: "900" });
    await createLease(db, { propertyId, unitId: id });
    await createWorkOrder(db, { propertyId, unitId: id, createdById: building.admin.id });
    await createPerson(db, { role: "tenant", state: "pending", claimedUnitId: id });
    const refused = await remove(id);
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ message: string }>().message).toBe(
      "Unit 900 cannot be deleted: 1 lease, 1 work order and 1 person who claims it belong to it and would lose their place.",
    );
  });

  test("its documents block it, including those in the trash, as they can be restored", async () => {
    const { landlord, propertyId } = building;
    const { id } = await added({ unitNumber: "901" });
    const fields = { title: "Plan of the rooms", type: "Other", buildingId: propertyId, unitId: id };
    const document = (await upload(portal, landlord.cookie, { fields })).json<{ id: number }>();
    const messageOf = async () => (await remove(id)).json<{ message: string }>().message;
    expect(await messageOf()).toBe(
      "Unit 901 cannot be deleted: 1 document belongs to it and would lose their place.",
    );
    await portal.call("DELETE", `/api/documents/${document.id}`, { cookie: landlord.cookie });
    expect(await messageOf()).toBe(
      "Unit 901 cannot be deleted: 1 document in the trash belongs to it and would lose their place.",
    );
  });

  test("the one unit of a single-unit property stays", async () => {
    const { db } = portal;
    const propertyId = await createProperty(db, { type: "single" });
    await db
      .insertInto("property_landlords")
      .values({ property_id: propertyId, user_id: building.landlord.id })
      .execute();
    expect((await remove(await unitOf(db, propertyId, "1"))).statusCode).toBe(409);
  });
});
