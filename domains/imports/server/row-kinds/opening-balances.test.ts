import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { createLease, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { FileImport, ImportError, readImport } from "../../contract.ts";
import { writeImport } from "../write/write-import.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeEach(async () => {
  ({ portal, building } = await startBuilding());
  portal.clock.now = new Date("2026-11-28T20:00:00Z");
});
afterEach(() => portal.close());

async function check(rows: string[]): Promise<{ id: number; errors: string[] }> {
  const content = Buffer.from(
    ["Property,Unit number,Tenant,Charge,Due date,Open amount", ...rows].join("\n"),
  );
  const { cookie } = building.landlord;
  const form = multipart({ kind: "opening-balances" }, [
    { name: "file", fileName: "open.csv", type: "text/csv", content },
  ]);
  const response = await portal.call("POST", "/api/imports", { cookie, ...form });
  expect(response.statusCode, response.body).toBe(201);
  const { id } = response.json<FileImport>();
  const errors = (await portal.call("GET", `/api/imports/${id}/errors`, { cookie })).json<ImportError[]>();
  return { id, errors: errors.map(({ line, column, message }) => `${line} ${column}: ${message}`) };
}
async function run(id: number) {
  const { cookie, id: userId } = building.landlord;
  expect((await portal.call("POST", `/api/imports/${id}/run`, { cookie })).statusCode).toBe(202);
  await writeImport(portal.services, { importId: id, userId, requestId: "", networkAddress: "" });
}
const readOpenAmounts = async () =>
  (
    await sql<{ text: string }>`
      select concat_ws(' ', r.lease_id, r.due_on, r.amount_cents, r.open_cents, e.description) as text
      from receivables r join ledger_entries e on e.id = r.entry_id order by r.due_on, r.entry_id`.execute(
      portal.db,
    )
  ).rows.map(({ text }) => text);

test("open charges keep their due dates, credits pay the oldest charge, and the check shows totals by property", async () => {
  const { leaseId, otherLeaseId } = building;
  const { rows } = await sql<{ name: string }>`
    select c.name from companies c join leases l on l.company_id = c.id where l.id = ${otherLeaseId}`.execute(
    portal.db,
  );
  const { id, errors } = await check([
    `harbor house,101,,CAM 2025,2026-10-01,"1,000.00"`,
    "Harbor House,101,,Overpayment,2026-11-20,($150.00)",
    `Harbor House,,${rows[0]?.name ?? ""},Parking,11/1/2026,$75.25`,
    "Harbor House,101,,Rent September 2026,2026-09-01,100",
  ]);
  expect(errors).toEqual([]);
  const { cookie } = building.landlord;
  const { summary } = (await portal.call("GET", `/api/imports/${id}`, { cookie })).json<
    ResponseOf<typeof readImport>
  >();
  expect(summary).toEqual({
    creates: [
      { noun: "charges", count: 3 },
      { noun: "credit", count: 1 },
    ],
    totals: [
      { label: "Harbor House", cents: 102_525 },
      { label: "Total", cents: 102_525 },
    ],
    notes: [],
  });
  await run(id);
  expect(await readOpenAmounts()).toEqual([
    `${leaseId} 2026-09-01 10000 0 Opening balance: Rent September 2026`,
    `${leaseId} 2026-10-01 100000 95000 Opening balance: CAM 2025`,
    `${otherLeaseId} 2026-11-01 7525 7525 Opening balance: Parking`,
    `${leaseId} 2026-11-20 -15000 0 Opening balance: Overpayment`,
  ]);
  expect((await check(["Harbor House,101,,CAM 2025,2026-10-01,1000"])).errors).toEqual([
    "2 Open amount: This opening balance is already on the lease.",
  ]);
});

test("a credit due after the terms start is imported only once", async () => {
  const { leaseId, propertyId } = building;
  await sql`
    insert into lease_terms (lease_id, property_id, number, starts_on, terms)
    values (${leaseId}, ${propertyId}, 1, '2026-11-01', '{}')`.execute(portal.db);
  const row = "Harbor House,101,,Overpayment,2026-11-20,-150";
  await run((await check([row])).id);
  expect(await readOpenAmounts()).toEqual([
    `${leaseId} 2026-10-31 -15000 -15000 Opening balance: Overpayment`,
  ]);
  expect((await check([row])).errors).toEqual([
    "2 Open amount: This opening balance is already on the lease.",
  ]);
});

test("a charge dated before the unit's current lease needs the tenant's name", async () => {
  const { propertyId } = building;
  const unitId = await createUnit(portal.db, propertyId, "103");
  await createLease(portal.db, { propertyId, unitId, isEnded: true });
  const leaseId = await createLease(portal.db, { propertyId, unitId });
  await sql`update leases set starts_on = '2026-10-01' where id = ${leaseId}`.execute(portal.db);
  await sql`
    update companies set name = 'River Books' where id = (select company_id from leases where id = ${leaseId})`.execute(
    portal.db,
  );
  const { errors } = await check([
    "Harbor House,103,,Rent,2026-09-30,1",
    "Harbor House,103,River Books,Deposit,2026-09-30,1",
    "Harbor House,103,,Rent,2026-10-01,1",
  ]);
  expect(errors).toEqual(["2 Tenant: Several leases match. Enter both the unit and the tenant."]);
});

test("balances that don't match exactly one lease, have no amount, aren't due yet, or are covered by the terms show errors", async () => {
  const { propertyId } = building;
  const unitId = await createUnit(portal.db, propertyId, "103");
  for (const unit of [unitId, await createUnit(portal.db, propertyId, "104")]) {
    const id = await createLease(portal.db, { propertyId, unitId: unit });
    await sql`
      update companies set name = 'Acme LLC' where id = (select company_id from leases where id = ${id})`.execute(
      portal.db,
    );
  }
  await sql`
    insert into lease_terms (lease_id, property_id, number, starts_on, terms)
    values (${building.leaseId}, ${propertyId}, 1, '2026-11-01', '{}')`.execute(portal.db);
  const { errors } = await check([
    "Harbor House,,Acme LLC,Rent,2026-09-01,1",
    "Harbor House,101,Acme LLC,Rent,2026-09-01,1",
    "Harbor House,,,Rent,2026-09-01,1",
    "Harbor House,102,,Rent,2026-12-01,1",
    "Harbor House,102,,Rent,2026-09-01,0",
    "Harbor House,101,,Rent,2026-11-01,1",
    "Harbor House,101,,Credit,2026-11-01,-1",
    "Harbor House,103,Acme LLC,Rent,2026-09-01,1",
  ]);
  expect(errors).toEqual([
    "2 Tenant: Several leases match. Enter both the unit and the tenant.",
    "3 Tenant: No lease at this property has this unit and tenant.",
    "4 Tenant: Enter the tenant or the unit of the lease.",
    "5 Due date: This charge isn't due yet. The portal posts it by the terms of the lease.",
    "6 Open amount: Please enter an amount in US dollars",
    "7 Due date: The portal charges this lease starting Nov 1, 2026, so its terms already include this charge.",
  ]);
});
