import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { createProperty, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { FileImport, ImportError } from "../contract.ts";
import type { KindName } from "../import-kinds.ts";
import { writeImport } from "./write-import.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeEach(async () => {
  ({ portal, building } = await startBuilding());
  for (const number of ["201", "202", "203"]) await createUnit(portal.db, building.propertyId, number);
});
afterEach(() => portal.close());

async function check(kind: KindName, lines: string[], who: { cookie: string } = building.admin) {
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
  const head = "Property,Units,Company,First day,Last day,State";

  test("are recorded as the form records them: companies are found or created, units are occupied, drafts hold none", async () => {
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

  test("that are invalid or overlap on a unit, with existing leases or each other, are named by line", async () => {
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
    ]);
    expect(errors).toEqual([
      expect.stringMatching(/^2 Units: Unit 101 is let to Company \d+ from \w{3} \d+, \d{4} on\.$/),
      "4 Units: Unit 201 is already let on some of these days by line 3.",
      "7 Units: There is no unit “999” in this building.",
      "8 Last day: The last day cannot be before the first day",
      "9 First day: Please enter the first day",
      "10 Company: Company name is required",
      "10 First day: Please enter the first day",
      "10 State: State must be draft or active.",
      "10 Units: Please enter at least one unit",
      "11 Units: There is no unit “201” in this building.",
      "12 Company: Company name is required",
      "12 Units: There is no unit “999” in this building.",
    ]);
  });

  test("bring their monthly charges, opening balance and held deposit", async () => {
    portal.clock.now = new Date("2026-11-21T20:00:00Z");
    const { id, errors } = await check("leases", [
      `${head},Monthly rent,Common areas,Utilities,Due day,Charged from,Opening balance,Deposit held`,
      'Harbor House,201,Owing,2024-01-15,,,"2,307.50",167.5,25,1,12/1/2026,350.00,2500',
      "Harbor House,202,In credit,2026-01-01,2027-06-30,,1000,,,,2026-11-01,-120.25,",
      "Harbor House,203,Draft,2027-01-01,,draft,900,,,5,,,",
    ]);
    expect(errors).toEqual([]);
    expect((await run(id)).state).toBe("done");
    const { rows } = await sql<object>`
      select c.name, t.from_on as "from", a.balance_cents as balance, a.deposit_cents as deposit,
        array(select r.amount_cents || ' ' || r.due_on from receivables r where r.lease_id = l.id order by r.due_on, r.entry_id) as owed
      from leases l join companies c on c.id = l.company_id join lease_terms t on t.lease_id = l.id
      left join lease_accounts a on a.lease_id = l.id where c.name in ('Owing', 'In credit', 'Draft') order by c.name`.execute(
      portal.db,
    );
    expect(rows).toEqual([
      { name: "Draft", from: "2027-01-01", balance: null, deposit: null, owed: [] },
      // -120.25 + 1,000.00 for November and, ten days ahead, for December
      {
        name: "In credit",
        from: "2026-11-01",
        balance: 187_975,
        deposit: 0,
        owed: ["-12025 2026-10-31", "100000 2026-11-01", "100000 2026-12-01"],
      },
      // 350.00 + 2,307.50 + 167.50 + 25.00, posted ten days before the 1st of December
      {
        name: "Owing",
        from: "2026-12-01",
        balance: 285_000,
        deposit: 250_000,
        owed: ["35000 2026-11-21", "230750 2026-12-01", "16750 2026-12-01", "2500 2026-12-01"],
      },
    ]);
  });

  test("whose account columns do not fit are named by line", async () => {
    portal.clock.now = new Date("2026-11-21T20:00:00Z");
    const { errors } = await check("leases", [
      `${head},Monthly rent,Due day,Charged from,Opening balance,Deposit held`,
      "Harbor House,201,One,2026-01-01,,,-5,32,,,",
      "Harbor House,202,Two,2026-01-01,,,1000,1,2025-12-31,10,",
      "Harbor House,203,Three,2026-01-01,2026-06-30,,1000,,2026-07-01,,",
      "Harbor House,203,Four,2020-01-01,2020-12-31,,1000,,,,",
      "Harbor House,203,Five,2021-01-01,2021-12-31,,,,,10,",
      "Harbor House,203,Six,2026-01-01,,draft,,,2026-02-01,10,10",
      "Harbor House,203,Seven,2022-01-01,2022-12-31,,1e3,,soon,1.005,100000001",
    ]);
    expect(errors).toEqual([
      "2 Monthly rent: Please enter an amount of US dollars, 0 or more",
      "2 Due day: Due day must be 1 to 31.",
      "3 Charged from: The lease cannot be charged for days before its first.",
      "4 Charged from: The lease ends before the first day it would be charged for.",
      "5 Last day: This lease has ended, so nothing more is charged. Please leave its monthly amounts empty.",
      "6 Opening balance: Please enter the day charged from too: the opening balance is what was owed before.",
      "7 Opening balance: A draft has no account yet. Please leave its opening balance empty.",
      "7 Deposit held: A draft has no account yet. Please leave its deposit empty.",
      "8 Monthly rent: Please enter an amount of US dollars, 0 or more",
      "8 Charged from: Please enter a valid day",
      "8 Opening balance: Please enter an amount of US dollars",
      "8 Deposit held: This is more than $100,000,000.00",
    ]);
  });

  test("one that no longer fits when they are written rolls back all of them", async () => {
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

  test("get an invitation each, with its mail, for their unit, with its lease, or buildings", async () => {
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
    expect(await portal.db.selectFrom("mails").select("id").execute()).toEqual([]);
    expect((await run(id)).state).toBe("done");
    const listed = await portal.call("GET", "/api/invitations", building.admin);
    const made = listed
      .json<
        {
          email: string;
          role: string;
          unit: { label: string } | null;
          buildings: { name: string }[];
          allBuildings: boolean;
          leaseId: number | null;
        }[]
      >()
      .map(({ email, role, unit, buildings, allBuildings, leaseId }) => [
        email,
        role,
        unit?.label ?? null,
        buildings
          .map(({ name }) => name)
          .sort()
          .join(),
        allBuildings,
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
    const mails = await portal.db.selectFrom("mails").select("to_address").orderBy("id").execute();
    expect(mails.map(({ to_address }) => to_address)).toEqual([
      "maya@example.com",
      "tim@example.com",
      "sam@example.com",
      "all@example.com",
      "lena2@example.com",
      "ada2@example.com",
    ]);
  });

  test("that cannot be invited are named by line and column", async () => {
    const invited = { email: "open@example.com", role: "tenant", unitId: building.unitId };
    expect(
      (await portal.call("POST", "/api/invitations", { ...building.admin, body: invited })).statusCode,
    ).toBe(201);
    const { errors } = await check("people", [
      head,
      "nobody,castellan,,",
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
      "3 Property: Please name the one building of this tenant.",
      "3 Unit: Please enter the unit of this tenant.",
      "4 Unit: There is no unit “999” in this building.",
      "5 Email: An account with this email address exists already.",
      "6 Email: An invitation to this address is open already.",
      "8 Email: This address is already on line 7.",
      "9 Property: Please name at least one building, or all buildings.",
      "10 Unit: Only a tenant has a unit.",
      "11 Property: Only maintenance staff can have all buildings.",
      expect.stringMatching(/^12 Property: There is no building “No House”/),
    ]);
  });

  test("a landlord invites tenants and staff to their own buildings, and no higher roles", async () => {
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
      "3 Role: Landlord and administrator accounts are invited by an administrator.",
      "4 Role: Landlord and administrator accounts are invited by an administrator.",
      "5 Property: Only an administrator can grant all buildings.",
      expect.stringMatching(/^6 Property: There is no building “Hill House”/),
    ]);
    const { id } = await check(
      "people",
      [head, "one@example.com,tenant,Harbor House,201"],
      building.landlord,
    );
    expect((await run(id, building.landlord)).state).toBe("done");
  });
});

test("a single-unit building takes no second unit from a file", async () => {
  await createProperty(portal.db, { name: "Garden Lane", type: "single" });
  const { errors } = await check("units", [
    "Property,Unit number,Type",
    "Garden Lane,1,house",
    "Garden Lane,2,house",
  ]);
  expect(errors).toEqual([
    "3 Property: A single-unit property has its one unit. Make it a multi-unit property to add more.",
  ]);
});
