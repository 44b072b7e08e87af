import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { postDueCharges } from "#domains/ledger/server/posting/post-due-charges.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { createProperty, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { FileImport, ImportError } from "../../contract.ts";
import type { ImportKindName } from "../../import-kinds.ts";
import { writeImport } from "../write/write-import.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeEach(async () => {
  ({ portal, building } = await startBuilding());
  for (const number of ["201", "202", "203"]) await createUnit(portal.db, building.propertyId, number);
});
afterEach(() => portal.close());

async function check(kind: ImportKindName, lines: string[], who: { cookie: string } = building.admin) {
  const form = multipart({ kind }, [
    { name: "file", fileName: "mine.csv", type: "text/csv", content: Buffer.from(lines.join("\n")) },
  ]);
  const { cookie } = who;
  const response = await portal.call("POST", "/api/imports", {
    cookie,
    body: form.body,
    headers: form.headers,
  });
  expect(response.statusCode, response.body).toBe(201);
  const { id } = response.json<FileImport>();
  const errors = (await portal.call("GET", `/api/imports/${id}/errors`, { cookie })).json<ImportError[]>();
  return { id, errors: errors.map(({ line, column, message }) => `${line} ${column}: ${message}`) };
}
async function run(id: number, who: { id: number; cookie: string } = building.admin) {
  const response = await portal.call("POST", `/api/imports/${id}/run`, { cookie: who.cookie });
  expect(response.statusCode, response.body).toBe(202);
  await writeImport(portal.services, { importId: id, userId: who.id, requestId: "", networkAddress: "" });
  return (await portal.call("GET", `/api/imports/${id}`, { cookie: who.cookie })).json<FileImport>();
}
const unitStatuses = async () =>
  Object.fromEntries(
    (await portal.db.selectFrom("units").select(["unit_number", "status"]).execute()).map((unit) => [
      unit.unit_number,
      unit.status,
    ]),
  );

describe("leases from a file", () => {
  const head = "Property,Units,Company,Start date,End date,Status";

  test("imported leases follow the form's rules: companies are found or created, units become occupied, and drafts reserve no units", async () => {
    const { id, errors } = await check("leases", [
      head,
      "Harbor House,201;202,Brightwater Design,2026-01-31,,",
      "harbor house,203,BRIGHTWATER DESIGN,1/5/2020,12/31/2021,Active",
      "Harbor House,203,Northlight Dental,2031-01-01,2031-12-31,draft",
    ]);
    expect(errors).toEqual([]);
    expect((await run(id)).state).toBe("done");
    const listed = await portal.call("GET", `/api/leases?propertyId=${building.propertyId}`, building.admin);
    const made = listed
      .json<
        {
          company: { name: string };
          units: { unitNumber: string }[];
          from: string;
          to: string | null;
          state: string;
        }[]
      >()
      .slice(0, 3)
      .map(({ company, units, from, to, state }) => [
        company.name,
        units.map((unit) => unit.unitNumber).join(),
        from,
        to,
        state,
      ]);
    expect(made).toEqual([
      ["Northlight Dental", "203", "2031-01-01", "2031-12-31", "draft"],
      ["Brightwater Design", "203", "2020-01-05", "2021-12-31", "ended"],
      ["Brightwater Design", "201,202", "2026-01-31", null, "active"],
    ]);
    expect(await unitStatuses()).toMatchObject({ 201: "occupied", 202: "occupied", 203: "vacant" });
  });

  test("invalid leases and leases that overlap existing leases or each other are reported by line", async () => {
    await createProperty(portal.db, { name: "Hill House" });
    const { errors } = await check("leases", [
      head,
      "Harbor House,101,One,2026-02-01,,",
      "Harbor House,201,Two,2026-01-01,2026-06-30,",
      "Harbor House,201;202,Three,2026-06-30,2026-12-31,",
      "Harbor House,201,Four,2027-01-01,,",
      "Harbor House,201,Draft,2026-01-01,,draft",
      "Harbor House,999,Five,2026-01-01,,",
      "Harbor House,203,Six,2026-03-01,2026-02-01,",
      "Harbor House,203,Seven,2026-02-30,,",
      "Harbor House,,,,,sold",
      "Hill House,201,Eight,2026-01-01,,",
      "Harbor House,999,,2026-01-01,,",
      "Harbor House,202,Nine,2026-01-01,,draft",
    ]);
    expect(errors).toEqual([
      expect.stringMatching(/^2 Units: Unit 101 is leased to Company \d+ starting \w{3} \d+, \d{4}\.$/),
      "4 Units: Line 3 already leases unit 201 on some of these dates.",
      "6 Units: Line 3 already leases unit 201 on some of these dates.",
      "7 Units: There is no unit “999” at this property.",
      "8 End date: The end date can't be before the start date",
      "9 Start date: Please enter the start date",
      "10 Company: Company name is required",
      "10 Start date: Please enter the start date",
      "10 Status: Status must be draft or active.",
      "10 Units: Please enter at least one unit",
      "11 Units: There is no unit “201” at this property.",
      "12 Company: Company name is required",
      "12 Units: There is no unit “999” at this property.",
      "13 Units: Line 4 already leases unit 202 on some of these dates.",
    ]);
  });

  test("leases are imported with their monthly charges, opening balance, and deposit held", async () => {
    portal.clock.now = new Date("2026-11-21T20:00:00Z");
    const { id, errors } = await check("leases", [
      `${head},Monthly rent,CAM,Utilities,Due date,Charge from,Opening balance,Deposit held`,
      'Harbor House,201,Owing,2024-01-15,,,"2,307.50",167.5,25,1,12/1/2026,350.00,2500',
      "Harbor House,202,In credit,2026-01-01,2027-06-30,,1000,,,,2026-11-01,-120.25,",
      "Harbor House,203,Draft,2027-01-01,,draft,900,,,5,,,",
    ]);
    expect(errors).toEqual([]);
    expect((await run(id)).state).toBe("done");
    portal.clock.now = new Date("2026-11-23T20:00:00Z");
    await postDueCharges(portal.services);
    const { rows } = await sql<object>`
      select c.name, t.starts_on as "from", a.balance_cents as balance, a.deposit_cents as deposit,
        array(select r.amount_cents || ' ' || r.due_on from receivables r where r.lease_id = l.id order by r.due_on, r.entry_id) as receivables
      from leases l join companies c on c.id = l.company_id join lease_terms t on t.lease_id = l.id
      left join lease_accounts a on a.lease_id = l.id where c.name in ('Owing', 'In credit', 'Draft') order by c.name`.execute(
      portal.db,
    );
    expect(rows).toEqual([
      { name: "Draft", from: "2027-01-01", balance: null, deposit: null, receivables: [] },
      // -120.25 + 1,000.00 for November and, ten days ahead, for December
      {
        name: "In credit",
        from: "2026-11-01",
        balance: 187_975,
        deposit: 0,
        receivables: ["-12025 2026-10-31", "100000 2026-11-01", "100000 2026-12-01"],
      },
      // 350.00 + 2,307.50 + 167.50 + 25.00, posted ten days before the 1st of December
      {
        name: "Owing",
        from: "2026-12-01",
        balance: 285_000,
        deposit: 250_000,
        receivables: ["35000 2026-11-21", "230750 2026-12-01", "16750 2026-12-01", "2500 2026-12-01"],
      },
    ]);
  });

  test("leases with inconsistent account columns are reported by line", async () => {
    portal.clock.now = new Date("2026-11-21T20:00:00Z");
    const { errors } = await check("leases", [
      `${head},Monthly rent,Due date,Charge from,Opening balance,Deposit held`,
      "Harbor House,201,One,2026-01-01,,,-5,32,,,",
      "Harbor House,202,Two,2026-01-01,,,1000,1,2025-12-31,10,",
      "Harbor House,203,Three,2026-01-01,2026-06-30,,1000,,2026-07-01,,",
      "Harbor House,203,Four,2020-01-01,2020-12-31,,1000,,,,",
      "Harbor House,203,Five,2021-01-01,2021-12-31,,,,,10,",
      "Harbor House,203,Six,2026-01-01,,draft,,,2026-02-01,10,10",
      "Harbor House,203,Seven,2022-01-01,2022-12-31,,1e3,,soon,1.0055,100000001",
    ]);
    expect(errors).toEqual([
      "2 Monthly rent: Please enter an amount in US dollars, 0 or more",
      "2 Due date: Due date must be a day of the month from 1 to 31.",
      "3 Charge from: Charges can't start before the lease start date.",
      "4 Charge from: The lease ends before its first charge date.",
      "5 End date: This lease has ended, so it can't be charged. Leave its monthly amounts blank.",
      "6 Opening balance: Enter the charge-from date too. The opening balance is the amount due before that date.",
      "7 Opening balance: Drafts don't have an account yet. Leave the opening balance blank.",
      "7 Deposit held: Drafts don't have an account yet. Leave the deposit blank.",
      "8 Monthly rent: Please enter an amount in US dollars, 0 or more",
      "8 Charge from: Please enter a valid date",
      "8 Opening balance: Please enter an amount in US dollars",
      "8 Deposit held: This is more than $100,000,000.00",
    ]);
  });

  test("if one lease no longer fits when the leases are written, all of them are rolled back", async () => {
    const { id } = await check("leases", [
      head,
      "Harbor House,201,One,2026-01-01,,",
      "Harbor House,202,Two,2026-01-01,,",
    ]);
    const unitId = (
      await portal.db
        .selectFrom("units")
        .select("id")
        .where("unit_number", "=", "202")
        .executeTakeFirstOrThrow()
    ).id;
    const body = {
      companyName: "Quicker",
      propertyId: building.propertyId,
      unitIds: [unitId],
      from: "2026-01-01",
    };
    expect((await portal.call("POST", "/api/leases", { ...building.admin, body })).statusCode).toBe(201);
    expect(await run(id)).toMatchObject({ state: "checked", badRows: 1 });
    expect(await unitStatuses()).toMatchObject({ 201: "vacant", 202: "occupied" });
  });
});

describe("people from a file", () => {
  const head = "Email,Role,Property,Unit";

  test("each imported person gets an email invitation for their unit and its lease, or for their properties", async () => {
    await createProperty(portal.db, { name: "Hill House" });
    const { id, errors } = await check("people", [
      head,
      "maya@example.com,Tenant,Harbor House,201",
      "tim@example.com,Tenant,Harbor House,101",
      'sam@example.com,maintenance staff,"Harbor House; Hill House",',
      "all@example.com,maintenance,All Buildings,",
      "lena2@example.com,landlord,Harbor House,",
      "ada2@example.com,admin,,",
    ]);
    expect(errors).toEqual([]);
    expect(await portal.db.selectFrom("emails").select("id").execute()).toEqual([]);
    expect((await run(id)).state).toBe("done");
    const listed = await portal.call("GET", "/api/invitations", building.admin);
    const made = listed
      .json<
        {
          email: string;
          role: string;
          unit: { label: string } | null;
          properties: { name: string }[];
          hasAllProperties: boolean;
          leaseId: number | null;
        }[]
      >()
      .map(({ email, role, unit, properties, hasAllProperties, leaseId }) => [
        email,
        role,
        unit?.label ?? null,
        properties
          .map(({ name }) => name)
          .sort()
          .join(),
        hasAllProperties,
        leaseId,
      ]);
    expect(made).toEqual([
      ["ada2@example.com", "admin", null, "", false, null],
      ["lena2@example.com", "landlord", null, "Harbor House", false, null],
      ["all@example.com", "maintenance", null, "", true, null],
      ["sam@example.com", "maintenance", null, "Harbor House,Hill House", false, null],
      ["tim@example.com", "tenant", "Harbor House, unit 101", "Harbor House", false, building.leaseId],
      ["maya@example.com", "tenant", "Harbor House, unit 201", "Harbor House", false, null],
    ]);
    const emails = await portal.db.selectFrom("emails").select("to_address").orderBy("id").execute();
    expect(emails.map(({ to_address }) => to_address)).toEqual([
      "maya@example.com",
      "tim@example.com",
      "sam@example.com",
      "all@example.com",
      "lena2@example.com",
      "ada2@example.com",
    ]);
  });

  test("people who can't be invited are reported by line and column", async () => {
    const invited = { email: "open@example.com", role: "tenant", unitId: building.unitId };
    expect(
      (await portal.call("POST", "/api/invitations", { ...building.admin, body: invited })).statusCode,
    ).toBe(201);
    const { errors } = await check("people", [
      head,
      "not-an-email,castellan,,",
      "tess@example.com,tenant,,",
      "tess@example.com,tenant,Harbor House,999",
      `${building.tenant.email.toUpperCase()},tenant,Harbor House,201`,
      "OPEN@example.com,tenant,Harbor House,201",
      "two@example.com,maintenance,Harbor House,",
      "TWO@example.com,maintenance,Harbor House,",
      "none@example.com,maintenance,,",
      "unit@example.com,landlord,Harbor House,201",
      "every@example.com,landlord,all buildings,",
      "far@example.com,maintenance,No House,",
    ]);
    expect(errors).toEqual([
      "2 Email: Please enter a valid email",
      "2 Role: Role must be one of tenant, maintenance, landlord, admin.",
      "3 Property: Enter this tenant's property.",
      "3 Unit: Enter this tenant's unit.",
      "4 Unit: There is no unit “999” at this property.",
      "5 Email: An account with this email address already exists.",
      "6 Email: This email address already has a pending invitation.",
      "8 Email: This email address is already on line 7.",
      "9 Property: Enter at least one property, or “all properties.”",
      "10 Unit: Only tenants have a unit.",
      "11 Property: Only maintenance staff can be given all properties.",
      expect.stringMatching(/^12 Property: There is no property “No House”/),
    ]);
  });

  test("a landlord's import can invite tenants and staff to the landlord's own properties, but no higher roles", async () => {
    await createProperty(portal.db, { name: "Hill House" });
    const { errors } = await check(
      "people",
      [
        head,
        "one@example.com,tenant,Harbor House,201",
        "two@example.com,landlord,Harbor House,",
        "three@example.com,admin,,",
        "four@example.com,maintenance,all buildings,",
        "five@example.com,maintenance,Hill House,",
      ],
      building.landlord,
    );
    expect(errors).toEqual([
      "3 Role: Only administrators can invite landlords and administrators.",
      "4 Role: Only administrators can invite landlords and administrators.",
      "5 Property: Only administrators can grant access to all properties.",
      expect.stringMatching(/^6 Property: There is no property “Hill House”/),
    ]);
    const { id } = await check(
      "people",
      [head, "one@example.com,tenant,Harbor House,201"],
      building.landlord,
    );
    expect((await run(id, building.landlord)).state).toBe("done");
  });
});

test("a second unit for a single-unit property is rejected", async () => {
  await createProperty(portal.db, { name: "Garden Lane", type: "single" });
  const { errors } = await check("units", [
    "Property,Unit number,Type",
    "Garden Lane,1,house",
    "Garden Lane,2,house",
  ]);
  expect(errors).toEqual([
    "3 Property: A single-unit property can have only one unit. Change it to a multi-unit property to add more.",
  ]);
});
