import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { postDueCharges } from "#domains/ledger/server/posting/post-due-charges.ts";
import { verifySchedules } from "#domains/ledger/server/verify-schedule.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { createUnit, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { FileImport } from "../../contract.ts";
import type { ImportKindName } from "../../import-kinds.ts";
import { writeImport } from "./write-import.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeEach(async () => {
  ({ portal, building } = await startBuilding());
});
afterEach(() => portal.close());

/** Imports a file with the template's columns as a landlord. */
async function importFile(kind: ImportKindName, lines: string[]): Promise<number> {
  const { cookie, id: userId } = building.landlord;
  const form = multipart({ kind }, [
    { name: "file", fileName: "mine.csv", type: "text/csv", content: Buffer.from(lines.join("\n")) },
  ]);
  const response = await portal.call("POST", "/api/imports", { cookie, ...form });
  expect(response.statusCode, response.body).toBe(201);
  const { id } = response.json<FileImport>();
  const started = await portal.call("POST", `/api/imports/${id}/run`, { cookie });
  expect(started.statusCode, started.body).toBe(202);
  await writeImport(portal.services, { importId: id, userId, requestId: "", networkAddress: "" });
  return id;
}
const undo = (id: number) =>
  portal.call("POST", `/api/imports/${id}/undo`, { cookie: building.landlord.cookie });
async function expectUndone(id: number) {
  const response = await undo(id);
  expect([response.statusCode, response.json<FileImport>().state], response.body).toEqual([200, "undone"]);
}
async function expectRejected(id: number, sentence: string | RegExp) {
  const response = await undo(id);
  expect(response.statusCode).toBe(409);
  expect(response.json<{ message: string }>().message).toMatch(sentence);
}
const counts = async () =>
  (
    await sql<Record<"properties" | "units" | "companies" | "leases", number>>`
    select (select count(*) from properties) as properties, (select count(*) from units) as units,
      (select count(*) from companies) as companies, (select count(*) from leases) as leases`.execute(
      portal.db,
    )
  ).rows[0];
const unitsFile = ["Property,Unit number,Type", "Harbor House,A1,office", "Harbor House,A2,office"];

test("an import of units can be undone only once, with an audit log entry, unless a unit was changed or used", async () => {
  const before = await counts();
  const first = await importFile("units", unitsFile);
  await expectUndone(first);
  await expectUndone(first);
  expect(await counts()).toEqual(before);
  expect(
    await portal.db.selectFrom("audit_log").select("details").where("action", "=", "import.undone").execute(),
  ).toEqual([{ details: { kind: "units", fileName: "mine.csv", records: { unit: 2 } } }]);

  const second = await importFile("units", unitsFile);
  const unit = await portal.db
    .selectFrom("units")
    .select("id")
    .where("unit_number", "=", "A2")
    .executeTakeFirstOrThrow();
  const { propertyId, landlord } = building;
  await createWorkOrder(portal.db, { propertyId, unitId: unit.id, createdById: landlord.id });
  await expectRejected(second, "already used by a work order");
  await sql`update units set version = 2 where id = ${unit.id}`.execute(portal.db);
  await expectRejected(second, "Unit A2 has been changed");
  expect((await counts())?.units).toBe(4);
});

test("undoing an import deletes single-unit properties along with their units, and a tenant can't undo an import", async () => {
  const before = await counts();
  const id = await importFile("properties", [
    "Name,Address,City,State,ZIP,Type",
    "Mill House,5 Mill Road,Tacoma,WA,98402,single",
  ]);
  await expectUndone(id);
  expect(await counts()).toEqual(before);
  const other = await portal.call("POST", `/api/imports/${id}/undo`, { cookie: building.tenant.cookie });
  expect(other.statusCode).toBe(403);
  const second = await importFile("properties", [
    "Name,Address,City,State,ZIP,Type",
    "Mill House,5 Mill Road,Tacoma,WA,98402,multi",
  ]);
  await sql`update properties set version = 2 where name = 'Mill House'`.execute(portal.db);
  await expectRejected(second, "Mill House has been changed");
});

test("a rent roll without ledger entries is undone as a whole, and one with a balance says why it can't be undone", async () => {
  const head = "Property,Address,City,State,ZIP,Suite,Tenant,Start date,Monthly rent,Charge from,Balance";
  const row = (balance: string, from: string) =>
    `Mill House,5 Mill Road,Tacoma,WA,98402,1,River Books,2025-05-01,1800,${from},${balance}`;
  const before = await counts();
  await createUnit(portal.db, building.propertyId, "105");
  const id = await importFile("rent-roll", [
    head,
    row("", "2099-01-01"),
    "Harbor House,,,,,105,River Books,2025-05-01,,,",
  ]);
  expect((await counts())?.leases).toBe((before?.leases ?? 0) + 2);
  await expectUndone(id);
  expect(await counts()).toEqual({ ...before, units: (before?.units ?? 0) + 1 });
  const deletions = await portal.db
    .selectFrom("audit_log")
    .select(["action", "actor_id", "property_id", "details"])
    .where("action", "like", "%.deleted")
    .orderBy("id")
    .execute();
  const deleted = { reason: "The import was undone", importId: id };
  const lease = { company: "River Books", from: "2025-05-01", to: null, state: "active" };
  expect(deletions.map(({ action, details }) => [action, details])).toEqual([
    ["lease.deleted", { ...lease, unitIds: [expect.any(Number)], ...deleted }],
    ["lease.deleted", { ...lease, unitIds: [expect.any(Number)], ...deleted }],
    ["company.deleted", { name: "River Books", ...deleted }],
    ["unit.deleted", { before: expect.objectContaining({ unitNumber: "1" }) as unknown, ...deleted }],
    ["property.deleted", { before: expect.objectContaining({ name: "Mill House" }) as unknown, ...deleted }],
  ]);
  expect(deletions.every(({ actor_id }) => actor_id === building.landlord.id)).toBe(true);
  expect(deletions[1]?.property_id).toBe(building.propertyId);
  // The suite that existed before is vacant again.
  const { status } = await portal.db
    .selectFrom("units")
    .select("status")
    .where("unit_number", "=", "105")
    .executeTakeFirstOrThrow();
  expect(status).toBe("vacant");
  await expectRejected(
    await importFile("rent-roll", [head, row("350", "2099-01-01")]),
    "have ledger entries",
  );
});

test("an import of leases with charges due can be undone for 24 hours, and then the next posting run posts the charges", async () => {
  const file = [
    "Property,Units,Company,Start date,End date,Status,Monthly rent",
    "Harbor House,105,River Books,2026-05-01,,active,1800",
  ];
  await createUnit(portal.db, building.propertyId, "105");
  const before = await counts();
  const countEntries = async () =>
    (await portal.db.selectFrom("ledger_entries").select("id").execute()).length;
  const problems: string[] = [];
  const first = await importFile("leases", file);
  portal.clock.advanceMinutes(24 * 60 - 1);
  await postDueCharges(portal.services);
  for await (const problem of verifySchedules(portal.db)) problems.push(problem);
  expect([await countEntries(), problems]).toEqual([0, []]);
  await expectUndone(first);
  expect(await counts()).toEqual(before);

  const second = await importFile("leases", file);
  const readEntries = async () =>
    (await portal.call("GET", `/api/imports/${second}`, { cookie: building.landlord.cookie })).json<{
      hasLedgerEntries: boolean;
    }>().hasLedgerEntries;
  expect(await readEntries()).toBe(false);
  portal.clock.advanceMinutes(48 * 60);
  building.landlord.cookie = await signInAs(portal.db, building.landlord, portal.clock.now);
  await postDueCharges(portal.services);
  expect(await countEntries()).toBeGreaterThan(0);
  expect(await readEntries()).toBe(true);
  await expectRejected(second, "have ledger entries");
});

test("changes to an imported lease post no charges before its first charges are posted [REC-32]", async () => {
  const { cookie } = building.landlord;
  for (const number of ["105", "106"]) await createUnit(portal.db, building.propertyId, number);
  await importFile("leases", [
    "Property,Units,Company,Start date,End date,Status,Monthly rent",
    "Harbor House,105,River Books,2025-01-01,2027-12-31,active,1800",
    "Harbor House,106,Hill Books,2025-01-01,2027-12-31,active,1800",
  ]);
  const leases = await sql<{ id: number }>`
    select record_id as id from import_records where type = 'lease' order by record_id`.execute(portal.db);
  const [leaseId, otherId] = leases.rows.map(({ id }) => id) as [number, number];
  const countCharges = async () =>
    (await portal.db.selectFrom("ledger_entries").select("id").where("kind", "=", "charge").execute()).length;
  const { rows: terms } = await sql<{ terms: { lines: object[] } }>`
    select terms from lease_terms where lease_id = ${leaseId}`.execute(portal.db);
  const lines = [...(terms[0]?.terms.lines ?? [])].map((line) => ({
    ...line,
    price: { monthlyCents: 200_000 },
  }));
  const amended = await portal.call("POST", `/api/leases/${leaseId}/amendments`, {
    cookie,
    body: { from: "2027-03-01", reason: "The parties agreed on it.", terms: { ...terms[0]?.terms, lines } },
  });
  expect(amended.statusCode, amended.body).toBe(201);
  const { version } = await portal.db
    .selectFrom("leases")
    .select("version")
    .where("id", "=", otherId)
    .executeTakeFirstOrThrow();
  const applied = await portal.call("POST", `/api/properties/${building.propertyId}/estimates/2027`, {
    cookie,
    body: {
      from: "2027-01-01",
      reason: "Estimates for 2027",
      rows: [{ leaseId: otherId, version, kind: "common-area", monthlyCents: 10_000 }],
    },
  });
  expect(applied.statusCode, applied.body).toBe(200);
  expect(await countCharges()).toBe(0);
  const account = await portal.call("GET", `/api/leases/${leaseId}/account`, { cookie });
  expect(account.json<{ nextDue: object | null }>().nextDue).toBeNull();
  const problems: string[] = [];
  for await (const problem of verifySchedules(portal.db)) problems.push(problem);
  expect(problems).toEqual([]);
  portal.clock.advanceMinutes(48 * 60);
  await postDueCharges(portal.services);
  expect(await countCharges()).toBeGreaterThan(40);
});

test("undoing an import keeps a company that existed before the import", async () => {
  const { cookie } = building.landlord;
  const body = { name: "River Books", contactEmail: "office@riverbooks.example" };
  expect((await portal.call("POST", "/api/companies", { cookie, body })).statusCode).toBe(201);
  await createUnit(portal.db, building.propertyId, "105");
  const before = await counts();
  const id = await importFile("leases", [
    "Property,Units,Company,Start date,End date,Status",
    "Harbor House,105,river books,2025-05-01,,active",
  ]);
  expect((await counts())?.leases).toBe((before?.leases ?? 0) + 1);
  await expectUndone(id);
  expect(await counts()).toEqual(before);
});

test("an import of properties can't be undone once an owner statement for them has notes", async () => {
  const { cookie } = building.landlord;
  const id = await importFile("properties", [
    "Name,Address,City,State,ZIP,Type",
    "Mill House,5 Mill Road,Tacoma,WA,98402,multi",
  ]);
  const property = await portal.db
    .selectFrom("properties")
    .select("id")
    .where("name", "=", "Mill House")
    .executeTakeFirstOrThrow();
  const month = portal.clock.now.toISOString().slice(0, 7);
  const saved = await portal.call(
    "PUT",
    `/api/properties/${property.id}/months/${month}/owner-statement/notes`,
    { cookie, body: { notes: "The roof was inspected.", notesVersion: 0 } },
  );
  expect(saved.statusCode, saved.body).toBe(200);
  await expectRejected(id, "already used by a note for an owner statement");
});

test("undoing an import withdraws its invitations, except for those that were accepted", async () => {
  const id = await importFile("people", [
    "Email,Role,Property,Unit",
    "maya@brightwater.example,tenant,Harbor House,101",
  ]);
  await sql`update invitations set accepted_at = now(), accepted_by_id = ${building.tenant.id}`.execute(
    portal.db,
  );
  await expectRejected(id, "accepted their invitations");
  await sql`update invitations set accepted_at = null, accepted_by_id = null`.execute(portal.db);
  await expectUndone(id);
  expect(
    await portal.db.selectFrom("invitations").select("id").where("withdrawn_at", "is not", null).execute(),
  ).toHaveLength(1);
});

test("undoing an import reverses its opening balances unless a payment was applied to them", async () => {
  const rows = (due: string) => [
    "Property,Unit number,Tenant,Charge,Due date,Open amount",
    `Harbor House,101,,Rent,${due},100`,
    `Harbor House,101,,Overpayment,${due},-30`,
  ];
  const balance = async () =>
    (
      await portal.db
        .selectFrom("lease_accounts")
        .select("balance_cents")
        .where("lease_id", "=", building.leaseId)
        .executeTakeFirst()
    )?.balance_cents;
  const first = await importFile("opening-balances", rows("2026-01-02"));
  expect(await balance()).toBe(7_000);
  await expectUndone(first);
  expect(await balance()).toBe(0);
  const second = await importFile("opening-balances", rows("2026-01-03"));
  portal.clock.advanceMinutes(5);
  const credit = await portal.call("POST", `/api/leases/${building.leaseId}/credits`, {
    cookie: building.landlord.cookie,
    body: { kind: "rent", amountCents: 1_000, reason: "Agreed" },
  });
  expect(credit.statusCode, credit.body).toBeLessThan(300);
  await expectRejected(second, "have been applied to these opening balances");
});

test("every reference to a record that an undo deletes is covered by an index", async () => {
  const { rows } = await sql<{ reference: string }>`
    select c.conrelid::regclass || '.' || a.attname as reference from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid in ('properties'::regclass, 'units'::regclass, 'companies'::regclass, 'leases'::regclass,
      'vendors'::regclass, 'bills'::regclass)
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = a.attnum
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
    group by 1 order by 1`.execute(portal.db);
  expect(rows.map(({ reference }) => reference)).toEqual([]);
});
