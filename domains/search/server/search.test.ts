import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toWallTime } from "#shared/wall-time.ts";
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
import type { SearchHit, SearchResponse } from "../contract.ts";
import { type SearchKind, searchKinds } from "../kinds.ts";

let portal: TestPortal;
let building: TestBuilding;
let boiler: number;
let otherPropertyId: number;
let stranger: number;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db } = portal;
  const { propertyId, unitId, leaseId, otherLeaseId, tenant, landlord } = building;
  const order = (title: string, facts: object = {}) =>
    createWorkOrder(db, { propertyId, unitId, leaseId, createdById: tenant.id, title, ...facts });
  await order("Noise of the boiler");
  boiler = await order("Boiler is cold");
  await order("Valve of unit 2 drips");
  await order("Hang up the certificate", { leaseId: null, unitId: null });
  otherPropertyId = await createProperty(db, { name: "Quetzal Tower" });
  const theirs = await createLease(db, {
    propertyId: otherPropertyId,
    unitId: await createUnit(db, otherPropertyId, "101A"),
  });
  await nameCompany(leaseId, "Kestrel Harbor Ltd");
  await nameCompany(otherLeaseId, "Osprey Ltd", "desk@osprey.example");
  await nameCompany(theirs, "Wren Ltd");
  stranger = (
    await createPerson(db, { role: "maintenance", fullName: "Quentin Quill", propertyIds: [otherPropertyId] })
  ).id;
  await order("Xylophone in the lobby", { propertyId: otherPropertyId, unitId: null, leaseId: null });
  for (const title of ["Certificate of the boiler", "Boiler manual"])
    await upload(portal, landlord.cookie, { fields: { title, type: "Other", buildingId: propertyId } });
  await db
    .updateTable("documents")
    .set({ text: "Turn the gasket clockwise" })
    .where("title", "=", "Boiler manual")
    .execute();
});
afterAll(() => portal.close());

const nameCompany = (leaseId: number, name: string, email: string | null = null) =>
  portal.db
    .updateTable("companies")
    .set({ name, contact_email: email })
    .where("id", "in", (leases) => leases.selectFrom("leases").select("company_id").where("id", "=", leaseId))
    .execute();

const search = async (q: string, who: { cookie: string }) => {
  const response = await portal.call("GET", `/api/search?q=${encodeURIComponent(q)}`, who);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<SearchResponse>();
};
const titles = async (q: string, who: { cookie: string }, kind?: SearchKind) =>
  (await search(q, who)).hits
    .filter((hit) => kind === undefined || hit.kind === kind)
    .map(({ title }) => title);

describe("the top bar's search", () => {
  test("NAV-31 the search finds work orders, documents, properties, units, and people, grouped by type, with the best match first", async () => {
    const { hits, unanswered } = await search("boiler", building.landlord);
    expect(hits.map(({ kind, title }) => [kind, title])).toEqual([
      ["work-order", "Boiler is cold"],
      ["work-order", "Noise of the boiler"],
      ["document", "Boiler manual"],
      ["document", "Certificate of the boiler"],
    ]);
    expect(unanswered).toEqual([]);
    expect((await search("gasket", building.landlord)).hits).toMatchObject([
      { title: "Boiler manual", detail: "Other · Harbor House · found in text" },
    ]);
    // A title that starts with the word ranks before one that has it elsewhere, regardless of the types.
    const kinds = (await search("certificate", building.landlord)).hits.map(({ kind }) => kind);
    expect(kinds).toEqual(["document", "work-order"]);
    expect((await search("seattle harbor", building.landlord)).hits).toEqual([
      {
        kind: "property",
        id: building.propertyId,
        title: "Harbor House",
        detail: "1 Harbor Way, Seattle, WA 98101",
        status: null,
        person: null,
      },
    ]);
    expect((await search("unit 101", building.landlord)).hits[0]).toEqual({
      kind: "unit",
      id: building.unitId,
      title: "Unit 101",
      detail: "Harbor House · Vacant",
      status: null,
      person: null,
    });
    expect((await search("tenant tessa", building.landlord)).hits).toEqual([
      {
        kind: "person",
        id: building.tenant.id,
        title: "Tessa Tenant",
        detail: building.tenant.email,
        status: "active",
        person: { role: "tenant", propertyId: building.propertyId },
      },
    ]);
  });

  test("NAV-31 a search for a number lists the record with that number first, then the records that mention it", async () => {
    for (const q of [`WO-000${boiler}`, `#WO-${boiler}`, `wo${boiler}`])
      expect(await titles(q, building.landlord), q).toEqual(["Boiler is cold"]);
    expect(await titles(String(boiler), building.landlord, "work-order")).toEqual([
      "Boiler is cold",
      "Valve of unit 2 drips",
    ]);
    expect(await titles("101", building.admin, "unit")).toEqual(["Unit 101", "Unit 101A"]);
    expect(await titles("quetzal 101", building.admin, "unit")).toEqual(["Unit 101A"]);
  });

  test("NAV-31 a search for a work order number lists that work order first, even if many newer ones mention the number", async () => {
    const { propertyId, tenant, landlord, admin } = building;
    const hidden = await createWorkOrder(portal.db, {
      propertyId: otherPropertyId,
      createdById: stranger,
      title: "Hidden",
    });
    for (const number of [boiler, hidden])
      for (let made = 0; made < 25; made += 1)
        await createWorkOrder(portal.db, {
          propertyId,
          createdById: tenant.id,
          title: `Tap of unit ${number} drips`,
        });
    const first = async (q: string, who: { cookie: string }) => (await titles(q, who, "work-order"))[0];
    for (const q of [String(boiler), `00${boiler}`])
      expect(await first(q, landlord), q).toBe("Boiler is cold");
    expect(await titles(String(boiler), landlord, "work-order")).toHaveLength(6);
    expect(await first(String(hidden), admin)).toBe("Hidden");
    expect(await first(String(hidden), landlord)).toBe(`Tap of unit ${hidden} drips`);
  });

  test("NAV-31 ROLE-19 each user finds only records they can access and only the types their role can see", async () => {
    const allQueries = ["boiler", "quetzal", "xylophone", "101", "quentin", "tessa", "harbor", "seattle"];
    const kindsFor = async (who: { cookie: string }) => {
      const found = new Set<string>();
      // One after another. Together, they would wait for the few connections for searches, and types would
      // time out on a busy machine.
      for (const q of allQueries) for (const { kind } of (await search(q, who)).hits) found.add(kind);
      return searchKinds.filter((kind) => found.has(kind));
    };
    const ofStaff = ["work-order", "document", "property", "unit", "lease", "company", "person"];
    expect(await kindsFor(building.admin)).toEqual(ofStaff);
    expect(await kindsFor(building.landlord)).toEqual(ofStaff);
    expect(await kindsFor(building.technician)).toEqual(["work-order"]);
    expect(await kindsFor(building.tenant)).toEqual(["work-order", "document", "lease"]);
    expect(await kindsFor(building.neighbor)).toEqual(["document", "lease"]);
    for (const q of ["quetzal", "xylophone", "101A", "quentin", "wren"]) {
      expect((await search(q, building.admin)).hits, q).not.toEqual([]);
      expect((await search(q, building.landlord)).hits, q).toEqual([]);
    }
    const waiting = await createPerson(portal.db, { role: "landlord", state: "pending" });
    const cookie = await signInAs(portal.db, waiting);
    expect((await search("boiler", { cookie })).hits).toEqual([]);
  });

  test("NAV-31 the search finds companies and, by company, unit, or property, leases; a tenant finds only their own lease", async () => {
    const { admin, landlord, tenant, neighbor, technician, leaseId, otherLeaseId } = building;
    const lease = {
      kind: "lease",
      id: leaseId,
      title: "Kestrel Harbor Ltd",
      detail: "Unit 101, Harbor House · Active",
      status: null,
      person: null,
    };
    const found = async (q: string, who: { cookie: string }) =>
      (await search(q, who)).hits
        .filter(({ kind }) => kind === "lease" || kind === "company")
        .map(({ kind, title }) => [kind, title]);
    const kestrel = ["lease", "Kestrel Harbor Ltd"];
    const osprey = ["lease", "Osprey Ltd"];
    for (const q of ["kestrel", "unit 101", "101", "house"])
      expect(
        (await search(q, tenant)).hits.filter(({ kind }) => kind === "lease"),
        q,
      ).toEqual([lease]);
    for (const q of ["osprey", "102", "wren"]) expect(await found(q, tenant), q).toEqual([]);
    expect(await found("house", neighbor)).toEqual([osprey]);
    expect(await found("house", landlord)).toEqual([osprey, kestrel]);
    expect(await found("ltd", technician)).toEqual([]);
    expect(await found("ltd", landlord)).toEqual([
      osprey,
      kestrel,
      ["company", "Osprey Ltd"],
      ["company", "Kestrel Harbor Ltd"],
    ]);
    expect(await found("wren", admin)).toEqual([
      ["lease", "Wren Ltd"],
      ["company", "Wren Ltd"],
    ]);
    expect((await search("osprey", landlord)).hits).toMatchObject([
      { kind: "lease", id: otherLeaseId, detail: "Unit 102, Harbor House · Active" },
      { kind: "company", detail: "1 active lease · desk@osprey.example" },
    ]);
  });

  test("NAV-31 the search ignores differences in accents, apostrophes, dashes, and wide or invisible characters", async () => {
    const { db } = portal;
    const propertyId = await createProperty(db, { name: "San Jos\u00e9 Pav\u0131lion" });
    await createUnit(db, propertyId, "\u00d87\u2013B");
    await createPerson(db, { role: "tenant", fullName: "Siobh\u00e1n O\u2019Hara" });
    await createPerson(db, { role: "tenant", fullName: "Bj\u00f6rn M\u00fcller" });
    await createWorkOrder(db, {
      propertyId,
      createdById: building.admin.id,
      title: "Fa\u00e7ade d\u00e9coll\u00e9e",
    });
    for (const [q, title] of [
      ["O'Hara", "Siobh\u00e1n O\u2019Hara"],
      ["siobhan o\u2018hara", "Siobh\u00e1n O\u2019Hara"],
      ["Siobha\u0301n", "Siobh\u00e1n O\u2019Hara"],
      ["Muller", "Bj\u00f6rn M\u00fcller"],
      ["San\u00a0Jose pavilion", "San Jos\u00e9 Pav\u0131lion"],
      ["o7-b", "Unit \u00d87\u2013B"],
      ["fac\u0327ade\u200b decollee", "Fa\u00e7ade d\u00e9coll\u00e9e"],
    ] as const)
      expect((await titles(q, building.admin))[0], q).toBe(title);
  });

  test("NAV-31 the search finds payments by amount and companies by phone number, in any format", async () => {
    const { db } = portal;
    const { leaseId, landlord, neighbor } = building;
    const recorded = await portal.call("POST", `/api/leases/${leaseId}/payments`, {
      cookie: landlord.cookie,
      body: {
        amountCents: 511_550,
        onDay: toWallTime(portal.clock.now, "America/Los_Angeles").day,
        method: "check",
        reference: "77",
      },
    });
    expect(recorded.statusCode, recorded.body).toBe(201);
    for (const q of ["$5,115", "5,115.50", "$5115.50", "5115"])
      expect(await titles(q, landlord, "payment"), q).toHaveLength(1);
    expect((await search("$5,115", landlord)).counts).toEqual([]);
    for (const onDay of ["2026-01-02", "2026-01-03", "2026-01-04", "2026-01-05"])
      await portal.call("POST", `/api/leases/${leaseId}/payments`, {
        cookie: landlord.cookie,
        body: { amountCents: 511_550, onDay, method: "check", reference: onDay },
      });
    expect(await titles("$5,115", landlord, "payment")).toHaveLength(4);
    expect((await search("$5,115", landlord)).counts).toEqual([{ kind: "payment", count: 5 }]);
    for (const q of ["$5,115.51", "$5,116", "$511"])
      expect(await titles(q, landlord, "payment"), q).toEqual([]);
    expect(await titles("$5,115", neighbor, "payment")).toEqual([]);
    await db
      .updateTable("companies")
      .set({ contact_phone: "+1 (206) 555-0177 x4" })
      .where("name", "=", "Osprey Ltd")
      .execute();
    for (const q of ["206-555-0177", "(206) 555\u20110177", "+1 206 555 0177", "1.206.555.0177", "5550177"])
      expect(await titles(q, landlord, "company"), q).toEqual(["Osprey Ltd"]);
    expect(await titles("206-555-0178", landlord, "company")).toEqual([]);
  });

  test("NAV-31 the search counts documents that match by title or by text, like the document list", async () => {
    const { landlord, propertyId } = building;
    for (const title of ["Zither one", "Zither two", "Zither three", "Zither four", "Zither five"])
      await upload(portal, landlord.cookie, { fields: { title, type: "Other", buildingId: propertyId } });
    expect((await search("zither", landlord)).counts).toEqual([]);
    await portal.db
      .updateTable("documents")
      .set({ text: "A zither for the lobby" })
      .where("title", "=", "Certificate of the boiler")
      .execute();
    const { hits, counts } = await search("zither", landlord);
    expect(hits).toHaveLength(5);
    expect(counts).toEqual([{ kind: "document", count: 6 }]);
    const list = await portal.call("GET", "/api/documents?q=zither", landlord);
    expect(list.json()).toHaveLength(6);
  });

  test("NAV-31 if nothing matches, the search forgives one typo per word and still finds only records the user can access", async () => {
    const { admin, landlord, neighbor } = building;
    for (const [q, title] of [
      ["kestral", "Kestrel Harbor Ltd"],
      ["kestrel harbr", "Kestrel Harbor Ltd"],
      ["kestral harbr", "Kestrel Harbor Ltd"],
      ["ketrel", "Kestrel Harbor Ltd"],
      ["xyophone", "Xylophone in the lobby"],
      ["kesstrel", "Kestrel Harbor Ltd"],
      ["ksetrel", undefined],
      ["xylophnoe", "Xylophone in the lobby"],
      ["xyllophone", "Xylophone in the lobby"],
      ["qeutzal", "Quetzal Tower"],
      ["guetzal tower", "Quetzal Tower"],
      ["quentin qill", undefined],
      ["quentni quill", "Quentin Quill"],
      ["kastral", undefined],
      ["5115x", undefined],
    ] as const)
      expect((await titles(q, admin))[0], q).toBe(title);
    expect((await titles("kestral", landlord)).length).toBeGreaterThan(0);
    for (const q of ["qeutzal", "quentni quill", "xylophnoe"])
      expect(await titles(q, landlord), q).toEqual([]);
    expect(await titles("kestral", neighbor)).toEqual([]);
  });

  test("NAV-31 a search for any text gets a response, and pattern characters are treated literally", async () => {
    for (const q of [
      "%%%%",
      "____",
      "\\",
      "a:* | b",
      "'; drop table users;--",
      "\u0000x".slice(1),
      "é".repeat(200),
      "wo-",
      "# #",
      "9".repeat(200),
      "((((",
      "🙂🙂🙂🙂",
    ])
      expect((await search(q, building.admin)).unanswered, q).toEqual([]);
    expect(await search("   ", building.admin)).toEqual({ hits: [], counts: [], unanswered: [] });
    expect((await portal.call("GET", `/api/search?q=${"x".repeat(201)}`, building.admin)).statusCode).toBe(
      400,
    );
  });

  test("NAV-31 the search names a type that takes too long and still finds the others", async () => {
    const { db } = portal;
    await sql`alter table companies rename to fast_companies`.execute(db);
    await sql`create view companies as select * from fast_companies where pg_sleep(3) is not null`.execute(
      db,
    );
    try {
      const { hits, unanswered } = await search("boiler", building.landlord);
      expect(unanswered).toEqual(expect.arrayContaining(["company"]));
      // The database also stops the abandoned statement.
      const { rows } = await sql<{ limit: string }>`
        select current_setting('statement_timeout') as limit`.execute(portal.services.searchDb);
      expect(rows).toEqual([{ limit: "1s" }]);
      // The search of work orders reads companies too.
      expect(hits.map(({ title }) => title)).toEqual(["Boiler manual", "Certificate of the boiler"]);
    } finally {
      await sql`drop view companies`.execute(db);
      await sql`alter table fast_companies rename to companies`.execute(db);
    }
  });
});

describe("recently opened records", () => {
  const read = async (records: string, who: { cookie: string }) =>
    portal.call("GET", `/api/search/records?records=${records}`, who);

  test("NAV-31 recently opened records are returned with current data as long as they exist and the user can access them", async () => {
    const { landlord, tenant, propertyId, unitId, leaseId, otherLeaseId } = building;
    const names = `lease-${leaseId},lease-${otherLeaseId},unit-${unitId},work-order-${boiler},property-${propertyId},person-${stranger},person-${tenant.id},payment-999,document-1,work-order-999`;
    const shown = async (who: { cookie: string }) =>
      (await read(names, who)).json<SearchHit[]>().map(({ title }) => title);
    expect(await shown(landlord)).toEqual([
      "Kestrel Harbor Ltd",
      "Osprey Ltd",
      "Unit 101",
      "Boiler is cold",
      "Harbor House",
      "Tessa Tenant",
      "Certificate of the boiler",
    ]);
    expect(await shown(tenant)).toEqual([
      "Kestrel Harbor Ltd",
      "Boiler is cold",
      "Certificate of the boiler",
    ]);
    expect(await shown(building.technician)).toEqual(["Boiler is cold"]);
    expect(await shown(building.neighbor)).toEqual(["Osprey Ltd", "Certificate of the boiler"]);
  });

  test("NAV-31 invalid record names are rejected with a message", async () => {
    for (const names of [
      "",
      "contract-1",
      "work-order-0",
      "unit-1,,unit-2",
      Array(13).fill("unit-1").join(","),
    ]) {
      const response = await read(names, building.admin);
      expect([names, response.statusCode]).toEqual([names, 400]);
      expect(response.json().message).toMatch(/^records must be/);
    }
  });
});
