import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LeaseFixtures, startLeaseFixtures } from "#test/leases.ts";
import { sampleTerms, writeTerms } from "#test/money/ledger.ts";
import { createPerson, createLease as letUnit, signInAs } from "#test/people.ts";
import type { Lease } from "../../contract.ts";
import type { Schedule } from "../../terms-fields.ts";

let leasing: LeaseFixtures;
beforeAll(async () => {
  leasing = await startLeaseFixtures();
});
afterAll(() => leasing.portal.close());

const readCsv = async (path: string, cookie = leasing.building.landlord.cookie) => {
  const response = await leasing.portal.call("GET", path, { cookie });
  expect(response.statusCode, response.body).toBe(200);
  return parse(response.body, { bom: true, columns: true }) as Record<string, string>[];
};

test("the people export includes email addresses for landlords but not for members, and former members get only their own row", async () => {
  const { portal, building } = leasing;
  const former = await createPerson(portal.db, { role: "tenant", fullName: "Fay Former" });
  const leaseId = await letUnit(portal.db, {
    propertyId: building.propertyId,
    unitId: await leasing.newUnit(),
    memberIds: [building.tenant.id, former.id],
  });
  await portal.db
    .updateTable("lease_members")
    .set({ ends_on: leasing.dayFromToday(-5) })
    .where("lease_id", "=", leaseId)
    .where("user_id", "=", former.id)
    .execute();
  const path = `/api/leases/${leaseId}/members.csv`;
  const asLandlord = await readCsv(path);
  expect(asLandlord).toEqual([
    expect.objectContaining({ Name: "Tessa Tenant", "On lease today": "yes", To: "" }),
    expect.objectContaining({ Name: "Fay Former", "On lease today": "no", To: leasing.dayFromToday(-5) }),
  ]);
  expect(asLandlord.map((row) => row["Email"])).toEqual([building.tenant.email, former.email]);
  expect((await readCsv(path, building.tenant.cookie)).map((row) => [row.Name, row["Email"]])).toEqual([
    ["Tessa Tenant", ""],
    ["Fay Former", ""],
  ]);
  expect((await readCsv(path, await signInAs(portal.db, former))).map(({ Name }) => Name)).toEqual([
    "Fay Former",
  ]);
});

test("the units export has each unit's last day", async () => {
  const units = [await leasing.newUnit(), await leasing.newUnit()];
  const lease: Lease = await leasing.create(units[0] ?? 0, {
    unitIds: units,
    from: "2026-01-05",
    to: "2030-12-31",
  });
  const [first, second] = lease.units;
  const vacatedOn = leasing.dayFromToday(30);
  const edited = await leasing.send("PATCH", `/api/leases/${lease.id}`, {
    vacatedUnits: [{ unitId: second?.id, on: vacatedOn }],
  });
  expect(edited.statusCode, edited.body).toBe(200);
  expect(await readCsv(`/api/leases/${lease.id}/units.csv`)).toEqual([
    { Unit: first?.unitNumber, Status: "Occupied", From: "2026-01-05", To: "2030-12-31" },
    { Unit: second?.unitNumber, Status: "Occupied", From: "2026-01-05", To: vacatedOn },
  ]);
  // The unit's next lease can start after this one.
  const { version } = edited.json<Lease>();
  await leasing.send("POST", `/api/leases/${lease.id}/end`, { on: leasing.dayFromToday(-1), version });
  await sql`update units set status = 'occupied' where id = ${second?.id}`.execute(leasing.portal.db);
  expect((await readCsv(`/api/leases/${lease.id}/units.csv`)).map(({ Status }) => Status)).toEqual([
    "Vacated",
    "Vacated",
  ]);
});

test("the schedule export has the same 24 months as the page, with one row per charge", async () => {
  const lease = await leasing.create(await leasing.newUnit(), { from: "2026-01-05", to: null });
  await writeTerms(leasing.portal.db, { leaseId: lease.id, from: "2026-01-05", terms: sampleTerms() });
  const schedule = (await leasing.send("POST", `/api/leases/${lease.id}/schedule`, {})).json<Schedule>();
  const rows = await readCsv(`/api/leases/${lease.id}/schedule.csv`);
  expect(rows).toHaveLength(24);
  expect(rows.map((row) => row["Amount (USD)"])).toEqual(Array.from({ length: 24 }, () => "3000.00"));
  expect(rows.map(({ Month, Due }) => [Month, Due])).toEqual(
    schedule.months.map(({ month, charges }) => [month.slice(0, 7), charges[0]?.dueOn]),
  );
  expect(rows[0]).toMatchObject({ Charge: "Base rent", Type: "Rent" });
});
