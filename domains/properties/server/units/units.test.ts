import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { upload } from "#test/files/documents.ts";
import {
  createLease,
  createPerson,
  createProperty,
  createWorkOrder,
  createUnit as insertUnit,
} from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { UnitRow } from "../../choices-contract.ts";
import type { UnitDetails } from "../../contract.ts";
import { unitStatuses } from "../../unit-statuses.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

let numbers = 0;
const fields = () => ({ propertyId: building.propertyId, unitNumber: `N${++numbers}`, type: "office" });
const landlord = () => building.landlord.cookie;
const add = (body: object, cookie = landlord()) => portal.call("POST", "/api/units", { cookie, body });
const added = async (body: object = {}) => {
  const response = await add({ ...fields(), ...body });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<UnitDetails>();
};
const read = (id: number, cookie = landlord()) => portal.call("GET", `/api/units/${id}`, { cookie });
const edit = (id: number, body: object, headers: Record<string, string> = {}) =>
  portal.call("PATCH", `/api/units/${id}`, { cookie: landlord(), body, headers });
const remove = (id: number) => portal.call("DELETE", `/api/units/${id}`, { cookie: landlord() });

const invalidValues: readonly (readonly [string, string, unknown, string])[] = [
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
  ["AUN-07", "baths", 0.25, "Baths must be 0 or more, in increments of 0.5"],
  ["AUN-07", "baths", -0.5, "Baths must be 0 or more, in increments of 0.5"],
  ["AUN-08", "rent", -1, "Please enter an amount from $0.00 to $100,000,000.00"],
  ["AUN-08", "deposit", 10_000_000_001, "Please enter an amount from $0.00 to $100,000,000.00"],
  ["AUN-08", "rent", "12", "Please enter an amount from $0.00 to $100,000,000.00"],
  ["AUN-10", "sizeSqft", -1, "Size must be a whole number of square feet, 0 or more"],
  ["AUN-10", "sizeSqft", 1.5, "Size must be a whole number of square feet, 0 or more"],
  ["AUN-10", "rentableSqft", -1, "Rentable area must be a whole number of square feet, 0 or more"],
  ["AUN-03", "suite", 210, "Please enter suite as text"],
  ["AUN-03", "floor", "x".repeat(41), "Use 40 characters or fewer"],
  ["AUN-11", "status", "empty", "status must be one of vacant, occupied, maintenance, renovation, reserved."],
];

describe("adding a unit", () => {
  test("AUN-19 AUN-10 adding a unit saves the given fields and uses defaults for the rest", async () => {
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

  test("suite, floor, and rentable area are optional, and a rentable area replaces the size", async () => {
    const bare = await added({ sizeSqft: 900 });
    expect(bare).toMatchObject({ suite: null, floor: null, rentableSqft: null, areaSqft: 900 });
    const fields = { sizeSqft: 900, suite: " 210 ", floor: "Mezzanine", rentableSqft: 1_010 };
    const suite = await added(fields);
    expect(suite).toMatchObject({ suite: "210", floor: "Mezzanine", rentableSqft: 1_010, areaSqft: 1_010 });
    const emptied = await edit(suite.id, { suite: "", floor: null, rentableSqft: null });
    expect(emptied.json()).toMatchObject({ suite: null, floor: null, rentableSqft: null, areaSqft: 900 });
  });

  test.each(invalidValues)(
    "AUN-02 AUN-03 AUN-04 AUN-05 AUN-06 AUN-07 AUN-08 AUN-10 AUN-11 %s: %s %j is rejected: %s",
    async (_, field, value, sentence) => {
      const response = await add({ ...fields(), [field]: value });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ fields: { [field]: sentence } });
    },
  );

  test("a unit number is unique within a property, ignoring case, but can be used at another property", async () => {
    await added({ unitNumber: "12a" });
    const twin = await add({ ...fields(), unitNumber: "12A" });
    expect(twin.statusCode).toBe(409);
    expect(twin.json()).toMatchObject({
      fields: { unitNumber: "Unit 12A already exists at this property." },
    });
    const otherPropertyId = await createProperty(portal.db);
    const { cookie } = building.admin;
    expect(
      (await add({ ...fields(), propertyId: otherPropertyId, unitNumber: "12a" }, cookie)).statusCode,
    ).toBe(201);
  });

  test("when two people add the same unit number at the same time, one of them gets a conflict", async () => {
    const responses = await Promise.all(
      [building.admin.cookie, landlord()].map((cookie) => add({ ...fields(), unitNumber: "77" }, cookie)),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 409]);
  });

  test("a single-unit property can't have a second unit", async () => {
    const single = await createProperty(portal.db, { type: "single" });
    await insertUnit(portal.db, single, "1");
    const response = await add({ ...fields(), propertyId: single }, building.admin.cookie);
    expect(response.statusCode).toBe(409);
    expect(response.json<{ fields: object }>().fields).toHaveProperty("propertyId");
  });

  test("adding a unit returns the same 404 for an unknown property and one outside the access scope", async () => {
    const others = await createProperty(portal.db);
    const [there, nowhere] = await Promise.all(
      [others, 987_654].map((propertyId) => add({ ...fields(), propertyId })),
    );
    expect([there?.statusCode, nowhere?.statusCode]).toEqual([404, 404]);
    expect({ ...there?.json(), requestId: "" }).toEqual({ ...nowhere?.json(), requestId: "" });
  });

  test("ROLE-15 tenants and technicians can't add a unit", async () => {
    for (const { cookie } of [building.tenant, building.technician])
      expect((await add(fields(), cookie)).statusCode).toBe(403);
  });
});

describe("adding several units", () => {
  const several = (units: unknown, headers: Record<string, string> = {}, id = building.propertyId) =>
    portal.call("POST", `/api/properties/${id}/units`, { cookie: landlord(), body: { units }, headers });
  const row = (unitNumber: string, overrides: object = {}) => ({ unitNumber, type: "office", ...overrides });
  const listNumbers = async () => {
    const listed = await portal.call("GET", `/api/properties/${building.propertyId}/units`, {
      cookie: landlord(),
    });
    return listed.json<UnitRow[]>().map(({ unitNumber }) => unitNumber);
  };

  test("adding several units saves all of them together, each with its audit log entry", async () => {
    const response = await several([
      row("G1", { type: "retail", floor: "1", rent: 250_000 }),
      row("G2", { suite: "2", rentableSqft: 1_310 }),
    ]);
    expect(response.statusCode, response.body).toBe(201);
    const added = response.json<{ id: number; unitNumber: string }[]>();
    expect(added.map(({ unitNumber }) => unitNumber)).toEqual(["G1", "G2"]);
    const units = await Promise.all(added.map(async ({ id }) => (await read(id)).json<UnitDetails>()));
    expect(units).toMatchObject([
      { type: "retail", floor: "1", rent: 250_000, status: "vacant", areaSqft: null },
      { type: "office", suite: "2", rentableSqft: 1_310, rent: 0, areaSqft: 1_310 },
    ]);
    const entries = await portal.db
      .selectFrom("audit_log")
      .select(["subject_id", "details"])
      .where("action", "=", "unit.created")
      .where("property_id", "=", building.propertyId)
      .orderBy("id", "desc")
      .limit(2)
      .execute();
    expect(entries.reverse()).toMatchObject(
      added.map(({ id, unitNumber }) => ({
        subject_id: String(id),
        details: { after: { propertyId: building.propertyId, unitNumber } },
      })),
    );
  });

  test("if one row is invalid, no units are added, and the error names the row and its field", async () => {
    const before = await listNumbers();
    const response = await several([row("H1"), row("", { type: "castle" }), row("H3", { rent: -1 })]);
    expect(response.statusCode).toBe(400);
    expect(response.json<{ fields: object }>().fields).toEqual({
      "units.1.unitNumber": "Unit number is required",
      "units.1.type":
        "type must be one of apartment, office, retail, warehouse, studio, duplex, house, condo.",
      "units.2.rent": "Please enter an amount from $0.00 to $100,000,000.00",
    });
    expect(await listNumbers()).toEqual(before);
  });

  test("if a unit number is already used or listed twice, no units are added", async () => {
    await added({ unitNumber: "J1" });
    const before = await listNumbers();
    const response = await several([row("j1"), row("J2"), row("J3"), row("j2")]);
    expect(response.statusCode).toBe(409);
    expect(response.json<{ fields: object }>().fields).toEqual({
      "units.0.unitNumber": "Unit j1 already exists at this property.",
      "units.3.unitNumber": "Unit j2 is listed twice.",
    });
    expect(await listNumbers()).toEqual(before);
  });

  test("an empty list and a list of more than 200 units are rejected", async () => {
    const getMessage = async (units: unknown) => (await several(units)).json<{ fields: object }>().fields;
    expect(await getMessage([])).toEqual({ units: "Please enter at least one unit" });
    expect(await getMessage(Array.from({ length: 201 }, (_, index) => row(`K${index}`)))).toEqual({
      units: "You can add up to 200 units at a time",
    });
  });

  test("a single-unit property can't have more units, and a property outside the access scope returns 404", async () => {
    const single = await createProperty(portal.db, { type: "single" });
    await insertUnit(portal.db, single, "1");
    const { cookie } = building.admin;
    const body = { units: [row("2")] };
    expect((await portal.call("POST", `/api/properties/${single}/units`, { cookie, body })).statusCode).toBe(
      409,
    );
    expect((await several([row("M1")], {}, single)).statusCode).toBe(404);
  });
});

describe("the units at a property", () => {
  const listUnits = (cookie: string, query = "", id = building.propertyId) =>
    portal.call("GET", `/api/properties/${id}/units${query}`, { cookie });

  test("the units list shows landlords and admins the tenants and rents, sorted by unit number", async () => {
    const propertyId = await createProperty(portal.db);
    for (const number of ["10", "2", "A2", "A10"]) await insertUnit(portal.db, propertyId, number);
    const rows = (await listUnits(building.admin.cookie, "", propertyId)).json<UnitRow[]>();
    expect(rows.map(({ unitNumber }) => unitNumber)).toEqual(["2", "10", "A2", "A10"]);
    const units = (await listUnits(landlord())).json<UnitRow[]>();
    const unit101 = units.find(({ id }) => id === building.unitId);
    expect(unit101).toMatchObject({ unitNumber: "101", leaseId: building.leaseId, rent: 0, version: 1 });
    expect(unit101?.tenant).toMatch(/^Company \d+$/);
  });

  test("the units list shows technicians neither money nor leases", async () => {
    const units = (await listUnits(building.technician.cookie)).json<UnitRow[]>();
    expect(units.find(({ id }) => id === building.unitId)).toEqual({
      id: building.unitId,
      propertyId: building.propertyId,
      unitNumber: "101",
      type: "office",
      status: "vacant",
      suite: null,
      floor: null,
    });
  });

  test("the units list is paginated without gaps", async () => {
    const propertyId = await createProperty(portal.db);
    for (const number of ["1", "2", "3", "10", "11"]) await insertUnit(portal.db, propertyId, number);
    const first = await listUnits(building.admin.cookie, "?limit=3", propertyId);
    expect(first.headers["x-total-count"]).toBe("5");
    const query = String(/\?[^>]+/.exec(String(first.headers.link)));
    const second = await listUnits(building.admin.cookie, query, propertyId);
    const listNumbers = (response: typeof first) =>
      response.json<UnitRow[]>().map(({ unitNumber }) => unitNumber);
    expect([...listNumbers(first), ...listNumbers(second)]).toEqual(["1", "2", "3", "10", "11"]);
  });

  test("APR-19 API-32 the units list can be limited to vacant units within the access scope", async () => {
    const vacant = await added();
    const reserved = await added({ status: "reserved" });
    const otherUnitId = await insertUnit(portal.db, await createProperty(portal.db));
    const response = await portal.call("GET", "/api/units/vacant", { cookie: landlord() });
    const ids = response.json<UnitRow[]>().map(({ id }) => id);
    expect(ids).toContain(vacant.id);
    expect(ids).not.toContain(reserved.id);
    expect(ids).not.toContain(otherUnitId);
    const page = await portal.call("GET", "/api/units/vacant?limit=1", { cookie: landlord() });
    expect(page.headers["x-total-count"]).toBe(String(ids.length));
  });
});

describe("a unit", () => {
  test("a unit lists its leases, newest first, and marks the current one", async () => {
    const { propertyId } = building;
    const unitId = await insertUnit(portal.db, propertyId);
    const ended = await createLease(portal.db, { propertyId, unitId, isEnded: true });
    const running = await createLease(portal.db, { propertyId, unitId });
    await portal.db
      .updateTable("leases")
      .set({ created_at: portal.clock.now })
      .where("id", "=", running)
      .execute();
    const { leases } = (await read(unitId)).json<UnitDetails>();
    expect(leases[0]?.createdAt).toBe(portal.clock.now.toISOString());
    expect(leases.map(({ id, isCurrent, to }) => [id, isCurrent, to === null])).toEqual([
      [running, true, true],
      [ended, false, false],
    ]);
  });

  test("unit lists show the start date of a vacant unit's next lease", async () => {
    const { propertyId, landlord } = building;
    const unitId = await insertUnit(portal.db, propertyId);
    for (const from of ["2098-12-15", "2099-12-15"])
      await portal.call("POST", "/api/leases", {
        cookie: landlord.cookie,
        body: {
          companyName: "Harbor Lane Coffee",
          propertyId,
          unitIds: [unitId],
          from,
          to: from,
          state: "active",
        },
      });
    const unit = { id: unitId, status: "vacant", nextLeaseStartsOn: "2098-12-15" };
    expect((await read(unitId)).json()).toMatchObject(unit);
    for (const path of [`/api/properties/${propertyId}/units`, `/api/units?propertyId=${propertyId}`]) {
      const response = await portal.call("GET", path, { cookie: landlord.cookie });
      expect(response.json<UnitRow[]>().find(({ id }) => id === unitId)).toMatchObject(unit);
    }
  });

  test("AUN-20 a unit's status can be changed manually from any status to any other, each time with an audit log entry", async () => {
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

  test("the second of two concurrent edits of a unit gets a conflict with the current unit", async () => {
    const { id, unitNumber } = await added();
    await edit(id, { rent: 100 }, { "if-match": '"1"' });
    const late = await edit(id, { rent: 200 }, { "if-match": '"1"' });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      message: `Lena Landlord changed unit ${unitNumber} after you opened it.`,
      current: { rent: 100, version: 2 },
    });
  });

  test("a unit can be saved with its own number but not with another unit's number", async () => {
    const { id } = await added({ unitNumber: "501" });
    await added({ unitNumber: "502" });
    expect((await edit(id, { unitNumber: "501", beds: 3 })).statusCode).toBe(200);
    expect((await edit(id, { unitNumber: "502" })).json()).toMatchObject({
      fields: { unitNumber: "Unit 502 already exists at this property." },
    });
  });
});

describe("deleting a unit", () => {
  test("a unit that was never leased can be deleted", async () => {
    const { id } = await added();
    expect((await remove(id)).json()).toEqual({ success: true });
    expect((await read(id)).statusCode).toBe(404);
  });

  test("deleting a unit with leases, work orders, or access requests is rejected with a message that names them", async () => {
    const { db } = portal;
    const { propertyId } = building;
    const { id } = await added({ unitNumber: "900" });
    await createLease(db, { propertyId, unitId: id });
    await createWorkOrder(db, { propertyId, unitId: id, createdById: building.admin.id });
    await createPerson(db, { role: "tenant", state: "pending", requestedUnitId: id });
    const rejected = await remove(id);
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json<{ message: string }>().message).toBe(
      "Unit 900 can't be deleted because it still has 1 lease, 1 work order, and 1 person requesting it.",
    );
  });

  test("a unit with documents can't be deleted, even if they're in the trash, because they can be restored", async () => {
    const { landlord, propertyId } = building;
    const { id } = await added({ unitNumber: "901" });
    const fields = { title: "Plan of the rooms", type: "Other", buildingId: propertyId, unitId: id };
    const document = (await upload(portal, landlord.cookie, { fields })).json<{ id: number }>();
    const getMessage = async () => (await remove(id)).json<{ message: string }>().message;
    expect(await getMessage()).toBe("Unit 901 can't be deleted because it still has 1 document.");
    await portal.call("DELETE", `/api/documents/${document.id}`, { cookie: landlord.cookie });
    expect(await getMessage()).toBe(
      "Unit 901 can't be deleted because it still has 1 document in the trash.",
    );
  });

  test("the unit of a single-unit property can't be deleted", async () => {
    const { db } = portal;
    const propertyId = await createProperty(db, { type: "single" });
    await db
      .insertInto("property_landlords")
      .values({ property_id: propertyId, user_id: building.landlord.id })
      .execute();
    expect((await remove(await insertUnit(db, propertyId, "1"))).statusCode).toBe(409);
  });
});
