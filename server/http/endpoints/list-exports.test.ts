import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
let otherLandlord: { cookie: string };
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db } = portal;
  const otherPropertyId = await createProperty(db, { name: "Hill House", type: "single" });
  const unitId = await createUnit(db, otherPropertyId, "9");
  await createLease(db, { propertyId: otherPropertyId, unitId });
  const landlord = await createPerson(db, {
    role: "landlord",
    fullName: "Olga Other",
    propertyIds: [otherPropertyId],
  });
  otherLandlord = { cookie: await signInAs(db, landlord) };
  for (const [cookie, unit] of [
    [building.landlord.cookie, building.unitId],
    [otherLandlord.cookie, unitId],
  ] as const) {
    const response = await portal.call("POST", "/api/invitations", {
      cookie,
      body: { email: `guest-of-${unit}@example.com`, role: "tenant", unitId: unit },
    });
    if (response.statusCode !== 201) throw new Error(response.body);
  }
});
afterAll(() => portal.close());

const read = async (path: string, { cookie }: { cookie: string }) => {
  const response = await portal.call("GET", path, { cookie });
  expect(response.statusCode, response.body).toBe(200);
  expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
  return parse(response.body, { bom: true, columns: true }) as Record<string, string>[];
};
const column = async (path: string, name: string, who: { cookie: string }) =>
  (await read(path, who)).map((row) => row[name]);

test("the people export contains accessible people with role, status, and place, filtered like the list", async () => {
  const names = await column("/api/users.csv", "Name", building.landlord);
  expect(names).toEqual(expect.arrayContaining(["Tessa Tenant", "Nils Neighbor", "Theo Technician"]));
  expect(names).not.toContain("Olga Other");
  expect(await column("/api/users.csv", "Name", building.admin)).toContain("Olga Other");
  const [tessa] = await read("/api/users.csv?role=tenant&q=tessa", building.admin);
  expect(tessa).toMatchObject({
    Name: "Tessa Tenant",
    "Email confirmed": "yes",
    Role: "Tenant",
    Status: "Active",
    Units: "Harbor House, unit 101",
    Properties: "Harbor House",
  });
});

test("the invitation export contains accessible invitations but never their links", async () => {
  expect(await column("/api/invitations.csv", "Email", building.landlord)).toEqual([
    `guest-of-${building.unitId}@example.com`,
  ]);
  const rows = await read("/api/invitations.csv?state=pending", building.admin);
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatchObject({ Role: "Tenant", Status: "Pending", "Invited by": "Lena Landlord" });
  expect(JSON.stringify(rows)).not.toContain("invitation=");
  expect(await read("/api/invitations.csv?state=withdrawn", building.admin)).toEqual([]);
});

test("the property and unit exports respect the access scope and the filters", async () => {
  expect(await column("/api/properties.csv", "Name", building.landlord)).toEqual(["Harbor House"]);
  expect(await column("/api/properties.csv", "Name", otherLandlord)).toEqual(["Hill House"]);
  expect(await read("/api/properties.csv?type=multi", building.admin)).toEqual([
    expect.objectContaining({ Name: "Harbor House", City: "Seattle", Type: "Multi Unit", Units: "2" }),
  ]);
  expect(await column("/api/properties.csv?q=hill", "Name", building.admin)).toEqual(["Hill House"]);
  expect(await column("/api/units.csv", "Unit", building.landlord)).toEqual(["101", "102"]);
  expect(await column(`/api/units.csv?propertyId=${building.propertyId}`, "Tenant", building.admin)).toEqual([
    expect.stringMatching(/^Company \d+$/),
    expect.stringMatching(/^Company \d+$/),
  ]);
  expect(await read(`/api/units.csv?propertyId=${building.propertyId}`, otherLandlord)).toEqual([]);
  expect(await column("/api/units.csv?occupancy=other", "Unit", building.admin)).toEqual([]);
  const [unit] = await read("/api/units.csv", otherLandlord);
  expect(unit).toMatchObject({ Property: "Hill House", Unit: "9", "Asking rent (USD)": "0" });
});

test("the lease and company exports respect the access scope and the filters", async () => {
  const rows = await read("/api/leases.csv?state=active", building.landlord);
  expect(rows.map(({ Units }) => Units)).toEqual(["102", "101"]);
  expect(rows[0]).toMatchObject({ Property: "Harbor House", Status: "Active", To: "" });
  expect(rows[0]?.From).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(await column("/api/leases.csv", "Units", otherLandlord)).toEqual(["9"]);
  expect(await read("/api/companies.csv", building.landlord)).toHaveLength(2);
  expect(await read("/api/companies.csv", building.admin)).toHaveLength(3);
  // Tenants can export their own leases.
  expect(await column("/api/leases.csv", "Units", building.tenant)).toEqual(["101"]);
});

test("the email export contains recipient, subject, and delivery status but no bodies or links", async () => {
  const rows = await read("/api/outbox.csv", building.admin);
  expect(rows.map(({ To }) => To)).toEqual(
    expect.arrayContaining([`guest-of-${building.unitId}@example.com`]),
  );
  expect(rows[0]).toMatchObject({ Status: "queued", "Sent (UTC)": "" });
  expect(JSON.stringify(rows)).not.toContain("invitation=");
});

test("a long list is exported completely, with each row once and in the list's order", async () => {
  await sql`
    insert into properties (name, address, city, state, zip, type)
    select '=House ' || n, '1 Way', 'Tacoma', 'WA', '98401', 'multi' from generate_series(1, 2222) n`.execute(
    portal.db,
  );
  const names = await column("/api/properties.csv?q=tacoma", "Name", building.admin);
  expect(names).toHaveLength(2222);
  expect(new Set(names).size).toBe(2222);
  expect([names[0], names.at(-1)]).toEqual(["'=House 2222", "'=House 1"]);
});
