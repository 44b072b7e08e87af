import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { writeCharge } from "#test/money/ledger.ts";
import { createLease, createProperty, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { PaymentMatch } from "../../payment-matches-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
const leases: Record<string, number> = {};

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db, services } = portal;
  const { propertyId } = building;
  const otherPropertyId = await createProperty(db, { name: "Hill House" });
  const addLease = async (company: string, unit: string, cents: number, property = propertyId) => {
    const leaseId = await createLease(db, {
      propertyId: property,
      unitId: await createUnit(db, property, unit),
    });
    await sql`update companies set name = ${company} where id = (select company_id from leases where id = ${leaseId})`.execute(
      db,
    );
    if (cents > 0) await writeCharge(services, { propertyId: property, leaseId, cents, dueOn: "2026-01-01" });
    leases[`${company} ${unit}`] = leaseId;
  };
  await addLease("Juniper Café LLC", "201", 833_333);
  await addLease("Northlight Dental", "204", 625_000);
  await addLease("Harbor Books", "301", 300_000);
  await addLease("Harbor Books", "302", 120_000);
  await addLease("Stone & Sons", "303", 300_000);
  await addLease("Abroad Imports", "900", 777_700, otherPropertyId);
});
afterAll(() => portal.close());

async function match(
  payments: [text: string, amountCents: number | null][],
  cookie = building.landlord.cookie,
): Promise<PaymentMatch[]> {
  const response = await portal.call("POST", "/api/payment-matches", {
    cookie,
    body: { payments: payments.map(([text, amountCents]) => ({ text, amountCents })) },
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<PaymentMatch[]>();
}
const matchOne = async (text: string, amountCents: number | null) => {
  const [found] = await match([[text, amountCents]]);
  return found;
};

test.each([
  [
    "NORTHLIGHT DENTAL PC RENT JAN 2026 STE 204",
    625_000,
    "Northlight Dental 204",
    "Name, unit, and amount due match",
  ],
  ["juniper", 833_333, "Juniper Café LLC 201", "Name and amount due match"],
  ["juniper", 100, "Juniper Café LLC 201", "Name matches"],
  ["Harbor Books", 120_000, "Harbor Books 302", "Name and amount due match"],
  ["HARBOR BOOKS STE 301", 1, "Harbor Books 301", "Name and unit match"],
  ["204", null, "Northlight Dental 204", "Unit matches"],
  ["WIRE 0815", 833_333, "Juniper Café LLC 201", "The only lease with $8,333.33 due"],
])("“%s” with %s cents matches %s: %s", async (text, amountCents, lease, why) => {
  const found = await matchOne(text, amountCents);
  expect(found?.lease?.id).toBe(leases[lease]);
  expect(found?.why).toBe(why);
});

test("if several leases are likely matches, they're listed as candidates and none is selected", async () => {
  const harbor = await matchOne("Harbor Books", 5);
  expect(harbor).toMatchObject({ lease: null, why: "Several tenants match" });
  expect(harbor?.candidates.map(({ units }) => units)).toEqual([["301"], ["302"]]);
  expect(harbor?.candidates[0]).toMatchObject({
    company: "Harbor Books",
    property: "Harbor House",
    dueCents: 300_000,
  });
  const due = await matchOne("", 300_000);
  expect(due).toMatchObject({ lease: null, why: "Several leases have $3,000.00 due" });
  expect(due?.candidates.map(({ company }) => company)).toEqual(["Harbor Books", "Stone & Sons"]);
  expect(await matchOne("CITY WATER", 41_218)).toEqual({
    lease: null,
    why: "No tenant has this name or unit",
    candidates: [],
  });
});

test("leases outside the access scope are never proposed, by name, unit, or amount", async () => {
  const payments: [string, number | null][] = [
    ["Abroad Imports", 777_700],
    ["900", null],
    ["", 777_700],
  ];
  for (const found of await match(payments)) expect(found).toMatchObject({ lease: null, candidates: [] });
  for (const found of await match(payments, building.admin.cookie))
    expect(found.lease?.id).toBe(leases["Abroad Imports 900"]);
});

test("200 payments can be matched among 3,000 leases", async () => {
  await sql`
    with company as (insert into companies (name) select 'Firm' || n || ' Trading LLC' from generate_series(1, 3000) n returning id),
      unit as (insert into units (property_id, type, unit_number) select ${building.propertyId}, 'office', 'Z' || n from generate_series(1, 3000) n
        returning id),
      lease as (insert into leases (property_id, company_id, state, starts_on) select ${building.propertyId}, id, 'active', '2020-01-01'
        from company returning id)
    insert into lease_units (lease_id, unit_id, property_id, during)
    select l.id, u.id, ${building.propertyId}, daterange('2020-01-01', null)
    from (select id, row_number() over (order by id) as n from lease) l
      join (select id, row_number() over (order by id) as n from unit) u on u.n = l.n`.execute(portal.db);
  const payments = Array.from({ length: 200 }, (_, index): [string, number] => [
    `FIRM${index + 1} TRADING RENT`,
    100,
  ]);
  const found = await match(payments);
  expect(found.every(({ lease }, index) => lease?.company === `Firm${index + 1} Trading LLC`)).toBe(true);
});
