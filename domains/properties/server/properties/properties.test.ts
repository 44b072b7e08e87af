import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { upload } from "#test/files/documents.ts";
import {
  createLease,
  createPerson,
  createProperty,
  createUnit,
  createWorkOrder,
  signInAs,
} from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { UnitRow } from "../../choices-contract.ts";
import type { Property, PropertyDetails } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const mill = {
  name: "Mill House",
  address: "3 Mill Street",
  city: "Portland",
  state: "OR",
  zip: "97201",
  country: "USA",
  type: "multi",
};
const landlord = () => building.landlord.cookie;
const add = (body: Record<string, unknown>, cookie = landlord()) =>
  portal.call("POST", "/api/properties", { cookie, body });
const added = async (body: Record<string, unknown> = {}, cookie = landlord()) => {
  const response = await add({ ...mill, ...body }, cookie);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<PropertyDetails>();
};
const read = (id: number, cookie = landlord()) => portal.call("GET", `/api/properties/${id}`, { cookie });
const edit = (id: number, body: object, headers: Record<string, string> = {}, cookie = landlord()) =>
  portal.call("PATCH", `/api/properties/${id}`, { cookie, body, headers });
const remove = (id: number, cookie = landlord()) =>
  portal.call("DELETE", `/api/properties/${id}`, { cookie });
const list = (query = "", cookie = building.admin.cookie) =>
  portal.call("GET", `/api/properties${query}`, { cookie });
const readLog = (id: number) =>
  portal.db
    .selectFrom("audit_log")
    .select(["action", "actor_name", "details", "property_id"])
    .where("subject_type", "=", "property")
    .where("subject_id", "=", String(id))
    .orderBy("id")
    .execute();

const searches = [
  ["name", "mILL"],
  ["address", "mill STREET"],
  ["city", "pORT"],
  ["state", "or"],
  ["zip", "9720"],
] as const;

describe("the properties list", () => {
  test("PROP-04 PROP-05 API-31 the properties list has all fields of each property, and landlords get only their own properties", async () => {
    const other = await createProperty(portal.db, { name: "Hill House" });
    const rows = (await list("", landlord())).json<Property[]>();
    expect(rows.find(({ id }) => id === building.propertyId)).toEqual({
      id: building.propertyId,
      name: "Harbor House",
      address: "1 Harbor Way",
      city: "Seattle",
      state: "WA",
      zip: "98101",
      country: "USA",
      type: "multi",
      unitCount: 2,
      yearBuilt: null,
      mlsNumber: null,
      createdById: null,
      attachments: [],
      image: null,
      version: 1,
    });
    expect(rows.map(({ id }) => id)).not.toContain(other);
    expect((await list()).json<Property[]>().map(({ id }) => id)).toContain(other);
  });

  test("the properties list is complete without parameters and includes the total when paginated", async () => {
    const landlordOfThree = await createPerson(portal.db, { role: "landlord" });
    const cookie = await signInAs(portal.db, landlordOfThree);
    for (const name of ["One", "Two", "Three"]) await added({ name }, cookie);
    const names = async (query: string) => {
      const response = await list(query, cookie);
      return [
        response.json<Property[]>().map(({ name }) => name),
        response.headers["x-total-count"],
        response.headers.link,
      ];
    };
    expect(await names("")).toEqual([["Three", "Two", "One"], undefined, undefined]);
    const next = '</api/properties?page=2&pageSize=2>; rel="next"';
    expect(await names("?page=1&pageSize=2")).toEqual([["Three", "Two"], "3", next]);
    expect(await names("?page=2&pageSize=2")).toEqual([["One"], "3", undefined]);
    const [, , link] = await names("?limit=2");
    expect(await names(String(/\?[^>]+/.exec(String(link))))).toEqual([["One"], "3", undefined]);
  });

  test.each(searches)("PROP-08 a search finds a property by %s", async (_, q) => {
    const { id } = await added();
    const matches = (await list(`?q=${encodeURIComponent(q)}`)).json<Property[]>();
    expect(matches.map((row) => row.id)).toContain(id);
    expect((await list("?q=nowhere%25")).json()).toEqual([]);
  });

  test("the properties list can be filtered by type, and an unknown type is rejected with the valid ones", async () => {
    const { id } = await added({ type: "single" });
    const singles = (await list("?type=single")).json<Property[]>();
    expect(singles.map((row) => row.id)).toContain(id);
    expect(new Set(singles.map(({ type }) => type))).toEqual(new Set(["single"]));
    const rejected = await list("?type=castle");
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json()).toMatchObject({ fields: { type: "type must be one of single, multi." } });
  });

  test("PROP-16 ROLE-08 ROLE-15 the properties list is for admins and landlords, and others get 403", async () => {
    for (const { cookie } of [building.admin, building.landlord])
      expect((await list("", cookie)).statusCode).toBe(200);
    for (const { cookie } of [building.tenant, building.technician]) {
      expect((await list("", cookie)).statusCode).toBe(403);
      expect((await add(mill, cookie)).statusCode).toBe(403);
      expect((await read(building.propertyId, cookie)).statusCode).toBe(403);
    }
  });
});

const invalidValues: readonly (readonly [string, string, unknown, string])[] = [
  ["APR-04", "name", " ", "Property name is required"],
  ["APR-05", "address", "", "Address is required"],
  ["APR-06", "city", undefined, "City is required"],
  ["APR-07", "state", "", "State is required"],
  ["APR-08", "state", "Nowhere", "Please select a US state, DC, or territory"],
  ["APR-09", "zip", "9720", "Valid ZIP code is required"],
  ["APR-10", "country", "", "Country is required"],
  ["APR-11", "country", "FRA", "country must be one of USA, CAN, MEX, GBR, AUS."],
  ["APR-12", "yearBuilt", 199, "Year must be a 4-digit number"],
  ["APR-12", "yearBuilt", "19980", "Year must be a 4-digit number"],
  ["APR-14", "type", "castle", "Please select a property type"],
  ["APR-24", "name", "x".repeat(201), "Use 200 characters or fewer"],
];

describe("adding a property", () => {
  test("APR-20 APR-13 adding a property saves it and assigns it to the landlord who adds it", async () => {
    const property = await added({ yearBuilt: 1998, mlsNumber: "" });
    expect(property).toMatchObject({
      ...mill,
      yearBuilt: 1998,
      mlsNumber: null,
      unitCount: 0,
      createdById: building.landlord.id,
      attachments: [],
      timeZone: "America/Los_Angeles",
      version: 1,
    });
    expect((await read(property.id)).json()).toEqual(property);
    expect(await readLog(property.id)).toMatchObject([
      { action: "property.created", actor_name: "Lena Landlord", details: { after: { name: "Mill House" } } },
    ]);
  });

  test("a property added by an admin has no landlord yet", async () => {
    const { id } = await added({}, building.admin.cookie);
    expect((await read(id)).statusCode).toBe(404);
    expect((await read(id, building.admin.cookie)).statusCode).toBe(200);
  });

  test("a single-unit property gets unit 1 automatically", async () => {
    const { id, unitCount } = await added({ type: "single" });
    expect(unitCount).toBeNull();
    const units = await portal.call("GET", `/api/properties/${id}/units`, { cookie: landlord() });
    expect(units.json<UnitRow[]>().map(({ unitNumber }) => unitNumber)).toEqual(["1"]);
  });

  test.each(invalidValues)(
    "APR-04 APR-05 APR-06 APR-07 APR-08 APR-09 APR-10 APR-11 APR-12 APR-14 APR-24 %s: %s %j is rejected: %s",
    async (_, field, value, sentence) => {
      const response = await add({ ...mill, [field]: value });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ fields: { [field]: sentence } });
    },
  );

  test.each([
    ["DC", "DC"],
    ["district of columbia", "DC"],
    ["Puerto Rico", "PR"],
    ["gu", "GU"],
    ["U.S. Virgin Islands", "VI"],
    ["American Samoa", "AS"],
    ["MP", "MP"],
  ])(
    "adding a property accepts the federal district and the territories as a state: %s is stored as %s",
    async (state, code) => {
      expect(await added({ state })).toMatchObject({ state: code });
    },
  );

  test("APR-09 APR-12 APR-24 adding a property accepts values at the limits and any text as the state outside the USA", async () => {
    await added({ zip: "12345", yearBuilt: "1850", name: "M" });
    expect(await added({ state: "oregon" })).toMatchObject({ state: "OR" });
    expect(await added({ country: "CAN", state: "British Columbia", zip: "V5K 0A1" })).toMatchObject({
      state: "British Columbia",
    });
  });
});

describe("editing a property", () => {
  test("editing a property changes the given fields, keeps the rest, and logs old and new values", async () => {
    const { id } = await added();
    const response = await edit(id, { name: "Mill Lofts", yearBuilt: 1911 });
    expect(response.json()).toMatchObject({ ...mill, name: "Mill Lofts", yearBuilt: 1911, version: 2 });
    expect((await readLog(id)).at(-1)).toMatchObject({
      action: "property.edited",
      property_id: id,
      details: {
        changes: [
          { field: "name", from: "Mill House", to: "Mill Lofts" },
          { field: "yearBuilt", from: null, to: 1911 },
        ],
      },
    });
  });

  test("an edit that changes nothing creates no new version and no log entry", async () => {
    const { id } = await added();
    expect((await edit(id, mill)).json()).toMatchObject({ version: 1 });
    expect(await readLog(id)).toHaveLength(1);
  });

  test("the second of two concurrent edits gets a conflict with the first editor's name and the current property", async () => {
    const { id } = await added();
    await edit(id, { name: "Theirs" }, { "if-match": '"1"' }, building.admin.cookie);
    const late = await edit(id, { name: "Mine" }, { "if-match": '"1"' });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      message: "Ada Admin changed Theirs after you opened it.",
      current: { name: "Theirs", version: 2 },
    });
    expect((await edit(id, { name: "Mine", version: 2 })).json()).toMatchObject({ name: "Mine" });
    // A property's settings share its version.
    const { cookie } = building.admin;
    await portal.call("PATCH", `/api/settings/properties/${id}`, {
      cookie,
      body: { cardFeeBasisPoints: 99 },
    });
    expect((await edit(id, { name: "Late", version: 3 })).json()).toMatchObject({
      message: "Ada Admin changed Mine after you opened it.",
      current: { version: 4 },
    });
  });

  test("editing a property validates the state against the country when either of them changes", async () => {
    const { id } = await added();
    expect((await edit(id, { state: "Ontario" })).statusCode).toBe(400);
    expect((await edit(id, { country: "CAN", state: "Ontario" })).statusCode).toBe(200);
    expect((await edit(id, { country: "USA" })).json()).toMatchObject({
      fields: { state: "Please select a US state, DC, or territory" },
    });
  });

  test("a property with several units can't become single-unit, and a property without units gets unit 1", async () => {
    const { id } = await added();
    for (const number of ["1", "2"]) await createUnit(portal.db, id, number);
    const rejected = await edit(id, { type: "single" });
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json<{ fields: { type: string } }>().fields.type).toContain("has 2 units");
    const bare = await added();
    expect((await edit(bare.id, { type: "single" })).statusCode).toBe(200);
    const units = await portal.call("GET", `/api/properties/${bare.id}/units`, { cookie: landlord() });
    expect(units.json<UnitRow[]>().map(({ unitNumber }) => unitNumber)).toEqual(["1"]);
  });

  test("editing another landlord's property returns 404 and changes nothing", async () => {
    const { id } = await added({}, building.admin.cookie);
    const there = await edit(id, { name: "Taken" });
    const nowhere = await edit(987_654, { name: "Taken" });
    expect([there.statusCode, nowhere.statusCode]).toEqual([404, 404]);
    expect({ ...there.json(), requestId: "" }).toEqual({ ...nowhere.json(), requestId: "" });
    expect((await read(id, building.admin.cookie)).json()).toMatchObject({ name: "Mill House" });
  });
});

describe("deleting a property", () => {
  test("deleting a property also deletes its unused units, and the audit log keeps its data", async () => {
    const { id } = await added();
    await createUnit(portal.db, id, "12");
    expect((await remove(id)).json()).toEqual({ success: true });
    expect((await read(id)).statusCode).toBe(404);
    expect((await readLog(id)).at(-1)).toMatchObject({
      action: "property.deleted",
      details: { before: { name: "Mill House", units: ["12"] } },
    });
  });

  test("deleting a property with leases, work orders, or access requests is rejected with a message that names them", async () => {
    const { db } = portal;
    const { id } = await added({ name: "Full House" });
    const unitId = await createUnit(db, id);
    await createLease(db, { propertyId: id, unitId, isEnded: true });
    for (const _ of [1, 2]) await createWorkOrder(db, { propertyId: id, createdById: building.admin.id });
    await createPerson(db, { role: "tenant", state: "pending", requestedUnitId: unitId });
    const rejected = await remove(id);
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json<{ message: string }>().message).toBe(
      "Full House can't be deleted because it still has 1 lease, 2 work orders, and 1 person requesting a unit.",
    );
    expect((await read(id)).statusCode).toBe(200);
  });

  test("a property with documents, even in the trash, can't be deleted", async () => {
    const { id } = await added();
    const documentIds = await Promise.all(
      ["House rules", "Plan of the roof", "Old plan"].map(async (title) => {
        const fields = { title, type: "Other", buildingId: id };
        return (await upload(portal, landlord(), { fields })).json<{ id: number }>().id;
      }),
    );
    await portal.call("DELETE", `/api/documents/${documentIds[2]}`, { cookie: landlord() });
    expect((await remove(id)).json<{ message: string }>().message).toBe(
      "Mill House can't be deleted because it still has 2 documents and 1 document in the trash.",
    );
  });

  test("a property with a deleted work order can't be deleted because that work order's log is kept", async () => {
    const { id } = await added();
    const orderId = await createWorkOrder(portal.db, { propertyId: id, createdById: building.admin.id });
    await portal.call("DELETE", `/api/work-orders/${orderId}`, { cookie: building.admin.cookie });
    expect((await remove(id)).json<{ message: string }>().message).toBe(
      "Mill House can't be deleted because it still has 1 work order.",
    );
  });
});
