import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { createProperty, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { FileImport, ImportError, readImport, readImportLayout } from "../../contract.ts";
import { writeImport } from "../write/write-import.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeEach(async () => {
  ({ portal, building } = await startBuilding());
  portal.clock.now = new Date("2026-11-28T20:00:00Z");
});
afterEach(() => portal.close());

const readSample = (name: string) =>
  readFileSync(new URL(`../../../../test/files/rent-rolls/${name}.csv`, import.meta.url));
const call = (method: "GET" | "POST" | "PUT" | "PATCH", path: string, body?: object) =>
  portal.call(method, path, { cookie: building.landlord.cookie, ...(body === undefined ? {} : { body }) });
const read = async (id: number) =>
  (await call("GET", `/api/imports/${id}`)).json<ResponseOf<typeof readImport>>();

/** Uploads a rent roll as a landlord and accepts the proposed columns, with these changes by column name. */
async function match(content: Buffer, changes: Record<string, object> = {}): Promise<FileImport> {
  const form = multipart({ kind: "rent-roll" }, [
    { name: "file", fileName: "roll.csv", type: "text/csv", content },
  ]);
  const { cookie } = building.landlord;
  const response = await portal.call("POST", "/api/imports", { cookie, ...form });
  expect(response.statusCode, response.body).toBe(201);
  const { id } = response.json<FileImport>();
  const layout = (await call("GET", `/api/imports/${id}/layout`)).json<ResponseOf<typeof readImportLayout>>();
  const matched = await call("PUT", `/api/imports/${id}/layout`, {
    firstHeaderLine: layout.firstHeaderLine,
    lastHeaderLine: layout.lastHeaderLine,
    columns: layout.columns.map(({ index, name, field, decimalMark, isDayFirst }) => ({
      index,
      field,
      decimalMark,
      isDayFirst,
      ...changes[name],
    })),
  });
  expect(matched.statusCode, matched.body).toBe(200);
  return matched.json<FileImport>();
}
const listErrors = async (id: number) =>
  (await call("GET", `/api/imports/${id}/errors`))
    .json<ImportError[]>()
    .map(({ line, column, value, message }) => `${line} ${column} “${value}”: ${message}`);
const correct = async (id: number, line: number, values: Record<string, string>) => {
  const body = { values: Object.entries(values).map(([column, value]) => ({ column, value })) };
  expect((await call("PATCH", `/api/imports/${id}/rows/${line}`, body)).statusCode).toBe(200);
};
const cantBeUndone = "Balances and deposits are posted to the ledger, so this import can't be undone.";
const place = { Address: "1200 Harbor Way", City: "Seattle", State: "WA", ZIP: "98101" };
async function run(id: number, body: object = {}) {
  expect((await call("POST", `/api/imports/${id}/run`, body)).statusCode).toBe(202);
  await writeImport(portal.services, {
    importId: id,
    userId: building.landlord.id,
    requestId: "",
    networkAddress: "",
  });
  expect((await read(id)).state).toBe("done");
}
interface WrittenLease {
  place: string;
  company: string;
  dates: string;
  terms: {
    areaSquareFeet: number;
    lines: object[];
    escalations: object[];
    freeRent: object[];
    lateFee: object | null;
  };
  chargedFrom: string;
  unpaid: string[];
  deposit: number;
}
const readLeases = async () =>
  (
    await sql<WrittenLease>`
    select p.name || ' ' || (select string_agg(u.unit_number, '+' order by u.unit_number) from lease_units lu join units u on u.id = lu.unit_id
        where lu.lease_id = l.id) as place, c.name as company, l.starts_on || ' ' || coalesce(l.ends_on::text, 'open') as dates, t.terms,
      t.starts_on::text as "chargedFrom", coalesce(a.deposit_cents, 0)::bigint as deposit,
      array(select r.due_on || ' ' || r.amount_cents from receivables r where r.lease_id = l.id and r.due_on < t.starts_on order by r.due_on, r.entry_id) as unpaid
    from leases l join properties p on p.id = l.property_id join companies c on c.id = l.company_id
      left join lease_terms t on t.lease_id = l.id left join lease_accounts a on a.lease_id = l.id
    where p.name <> 'Harbor House' order by l.id`.execute(portal.db)
  ).rows;
const prices = ({ terms }: WrittenLease) =>
  terms.lines.map((line) => {
    const { kind, price } = line as { kind: string; price: Record<string, number> };
    return `${kind} ${Object.entries(price).flat().join(" ")}`;
  });

test("a rent roll like Yardi's creates everything in one pass, and every figure matches the file", async () => {
  const { id, rows, skippedRows } = await match(readSample("yardi"), { Misc: { field: "other" } });
  expect({ rows, skippedRows }).toEqual({ rows: 4, skippedRows: 2 });
  expect(await listErrors(id)).toEqual([
    "4 Address “”: “Harborview Center” isn't in the portal yet. Enter its address, city, state, and ZIP here.",
    "9 Address “”: “12 Garden Lane” isn't in the portal yet. Enter its address, city, state, and ZIP here.",
  ]);
  const [firstError] = (await call("GET", `/api/imports/${id}/errors`)).json<ImportError[]>();
  expect(firstError?.moreRows).toBe(2);
  expect(firstError?.correctable.map(({ column }) => column)).toEqual(["Address", "City", "State", "ZIP"]);
  await correct(id, 4, place);
  await correct(id, 9, { ...place, Address: "12 Garden Lane" });
  expect((await read(id)).summary).toEqual({
    creates: [
      { noun: "properties", count: 2 },
      { noun: "suites", count: 5 },
      { noun: "companies", count: 3 },
      { noun: "leases", count: 3 },
    ],
    totals: [
      { label: "Monthly rent", cents: 1_170_000 },
      { label: "Opening balances", cents: 269_250 + 100_000 + 85_025 - 15_000 },
      { label: "Deposits held", cents: 2_040_000 },
    ],
    notes: [cantBeUndone],
  });
  await run(id);
  const [design, dental, fish] = (await readLeases()) as [WrittenLease, WrittenLease, WrittenLease];
  expect(design).toMatchObject({
    place: "Harborview Center 101",
    company: "Brightwater Design",
    dates: "2024-01-01 2028-12-31",
    chargedFrom: "2026-12-01",
    deposit: 500_000,
    unpaid: ["2026-10-01 100000", "2026-11-01 269250"],
    terms: {
      areaSquareFeet: 1250,
      escalations: [
        { on: "2027-01-01", monthlyCents: 7_500 },
        { on: "2028-01-01", monthlyCents: 7_725 },
      ],
      lateFee: { charge: { basisPoints: 500 }, capCents: null },
    },
  });
  expect(prices(design)).toEqual([
    "rent monthlyCents 250000",
    "common-area monthlyCents 16750",
    "other monthlyCents 2500",
  ]);
  expect(dental).toMatchObject({
    place: "Harborview Center 103+104",
    dates: "2025-03-15 open",
    deposit: 1_240_000,
    unpaid: ["2026-08-01 85025"],
    terms: {
      escalations: [{ on: "2027-03-15", monthlyCents: 18_600 }],
      lateFee: { charge: { cents: 7_500 } },
    },
  });
  expect(fish).toMatchObject({ place: "12 Garden Lane A", unpaid: ["2026-11-28 -15000"], deposit: 300_000 });
});

test("a rent roll like AppFolio's has addresses, and a company with two suites is created once", async () => {
  const { id, badRows } = await match(readSample("appfolio"));
  expect([badRows, await listErrors(id)]).toEqual([0, []]);
  expect((await read(id)).summary?.notes).toEqual([
    "River Books has 2 leases. They'll be imported under one company.",
    cantBeUndone,
  ]);
  await run(id);
  const leases = await readLeases();
  expect(leases.map(({ place, company, dates }) => `${place}, ${company}, ${dates}`)).toEqual([
    "Mill House 1, River Books, 2025-05-01 2028-04-30",
    "Mill House 2, River Books, 2025-06-15 open",
  ]);
  expect(leases[0]).toMatchObject({ unpaid: ["2026-11-28 360000"], deposit: 180_000 });
  const { rows } = await sql<{ units: string[]; companies: number }>`
    select array(select u.unit_number || ' ' || u.type || ' ' || u.rentable_sqft || ' ' || u.status from units u join properties p on p.id = u.property_id
      where p.name = 'Mill House' order by 1) as units, (select count(*) from companies where name = 'River Books') as companies`.execute(
    portal.db,
  );
  expect(rows[0]).toEqual({
    units: ["1 retail 900 occupied", "2 office 450 occupied", "3 office 700 vacant"],
    companies: 1,
  });
});

test("a messy rent roll with headings, two header rows, totals, and European values is read correctly", async () => {
  const { id, rows } = await match(readSample("ugly"), {
    "Step Date": { isDayFirst: true },
    "Lease Area": { decimalMark: "," },
  });
  expect(rows).toBe(3);
  await correct(id, 6, place);
  await correct(id, 12, place);
  expect(await listErrors(id)).toEqual([]);
  await run(id);
  const [wine, labs, south] = (await readLeases()) as [WrittenLease, WrittenLease, WrittenLease];
  expect(wine).toMatchObject({
    place: "North Tower N1",
    company: "Total Wine",
    dates: "2025-02-01 2030-01-31",
    unpaid: ["2026-11-28 123450"],
    terms: {
      areaSquareFeet: 1000,
      escalations: [
        { on: "2027-02-01", basisPoints: 300 },
        { on: "2028-02-01", basisPoints: 300 },
      ],
    },
  });
  expect(prices(wine)).toEqual(["rent rateHundredths 245000", "common-area monthlyCents 15000"]);
  expect(labs).toMatchObject({
    place: "North Tower N2",
    unpaid: ["2026-11-28 -35000"],
    terms: { freeRent: [{ from: "2026-11-15", to: "2027-01-31", basisPoints: 10_000 }] },
  });
  expect(south).toMatchObject({ place: "South Tower S1", dates: "2026-05-01 open" });
});

test("two leases of one suite, an ended lease, and balances that don't add up each show an error", async () => {
  const content = [
    "Property,Address,City,State,ZIP,Suite,Tenant,Start date,End date,Monthly rent,Balance,0-30 days,Rent step date,Rent after step",
    "New House,1 Way,Seattle,WA,98101,1,One,2025-01-01,,100,,,,",
    "New House,,,,,1,Two,2026-01-01,,100,,,,",
    "New House,,,,,2,Three,2020-01-01,2025-12-31,100,,,,",
    "New House,,,,,3,Four,2026-01-01,,100,50,20,,",
    "New House,,,,,4,Five,2026-01-01,,100,,,,110",
    "New House,1 Way,Seattle,Nowhere,98101,5,,,,,10,,,",
  ].join("\n");
  const { id } = await match(Buffer.from(content));
  expect(await listErrors(id)).toEqual([
    "3 Suite “1”: Line 2 already leases suite 1 on some of these dates.",
    "4 End date “2025-12-31”: This lease has ended. If the tenant is still there, leave the end date blank.",
    "5 Balance “50”: The balance isn't the sum of the amounts by age. Correct one of them.",
    "6 Rent step date “”: Enter the date of this rent step.",
    "7 State “Nowhere”: Please select a US state, DC, or territory",
    "7 Tenant “”: This row has a balance or a deposit. Enter its tenant.",
  ]);
});

test("totals with all amounts, and counts of units instead of totals, aren't imported", async () => {
  const content = [
    "Property,Unit,Tenant,Status,Sqft,Market Rent,Rent,Lease From,Address,City,State,ZIP",
    "Cedar Court,1,Total Wine,Current,900,1900.00,1800.00,01/15/2025,1 Way,Seattle,WA,98101",
    "Cedar Court,2,** VACANT **,Vacant-Unrented,700,1500.00,,,,,,",
    ",Total Cedar Court,,,1600,3400.00,1800.00,,,,,",
    "2 Units,,,50.0% Occupied,1600,3400.00,1800.00,,,,,",
    "Total 2 Units,,,50.0% Occupied,1600,3400.00,1800.00,,,,,",
  ].join("\n");
  const { id, rows, skippedRows, badRows } = await match(Buffer.from(content), {
    "Market Rent": { field: "annualRent" },
  });
  expect([rows, skippedRows, badRows]).toEqual([2, 3, 0]);
  await run(id);
  expect((await readLeases()).map(({ place: at, company }) => [at, company])).toEqual([
    ["Cedar Court 1", "Total Wine"],
  ]);
});

test("several columns can have rent steps, and each amount belongs to the date with the same position", async () => {
  const content = [
    "Suite,Tenant,Start date,Monthly rent,Step 1 date,Step 1 rent,Step 2 date,Step 2 rent",
    "1,One,2025-01-31,1000.00,1/1/27,1100.00,1/1/28,1200.00",
    "2,Two,2025-01-31,1000.00,1/1/27,1050.00,,",
    "3,Three,2025-01-31,1000.00,,,6/30/27,1025.00",
    "4,Four,2025-01-31,1000.00,1/1/27,1050.00,,1200.00",
  ].join("\n");
  const { id } = await match(Buffer.from(content), { "Step 1 date": { isDayFirst: false } });
  const [propertyError, stepError] = (await call("GET", `/api/imports/${id}/errors`)).json<ImportError[]>();
  expect(propertyError).toMatchObject({ line: 2, message: "Property is required", moreRows: 3 });
  expect(stepError).toMatchObject({
    line: 5,
    value: null,
    message: "Enter the date of this rent step.",
    correctable: [],
  });
  await correct(id, 2, { Property: "Old Mill", ...place });
  await run(id, { validRowsOnly: true });
  expect((await readLeases()).map(({ terms }) => terms.escalations)).toEqual([
    [
      { on: "2027-01-01", monthlyCents: 10_000 },
      { on: "2028-01-01", monthlyCents: 10_000 },
    ],
    [{ on: "2027-01-01", monthlyCents: 5_000 }],
    [{ on: "2027-06-30", monthlyCents: 2_500 }],
  ]);
});

const header = "Property,Address,City,State,ZIP,Suite,Tenant,Start date,Monthly rent";
const newHouse = "New House,1 Way,Seattle,WA,98101";

test("a second suite of a lease without charges of its own is an error", async () => {
  const leases = ["1,One,2025-01-01,100", "2,One,2025-01-01,", "3,Two,2025-01-01,", "4,One,2026-01-01,"];
  const { id } = await match(Buffer.from([header, ...leases.map((row) => `${newHouse},${row}`)].join("\n")));
  expect(await listErrors(id)).toEqual([
    "3 Suite “2”: Line 2 has the same tenant and dates, and this row has no charges. Enter both suites on line 2, and leave this row out.",
  ]);
});

test("a negative deposit shows an error only in its own column", async () => {
  const content = [
    "Property,Address,City,State,ZIP,Suite,Tenant,Start date,Monthly rent,Security Dep",
    "New House,1 Way,Seattle,WA,98101,1,One,2025-01-01,100,-500",
  ].join("\n");
  const { id } = await match(Buffer.from(content));
  expect(await listErrors(id)).toEqual([expect.stringMatching(/^2 Deposit held “-500”: /)]);
});

test("the check of a rent roll totals the charges to post for past months", async () => {
  const { id } = await match(
    Buffer.from(
      [
        `${header},Charge from`,
        `${newHouse},1,One,2025-01-01,2000.00,2026-09-01`,
        `${newHouse},2,Two,2025-01-01,1000.00,2026-10-16`,
        `${newHouse},3,Three,2025-01-01,3000.00,`,
      ].join("\n"),
    ),
  );
  expect(await listErrors(id)).toEqual([]);
  // 2,000.00 each for September and October, and 1,000.00 x 16 / 31 for October.
  expect((await read(id)).summary?.notes[0]).toBe(
    "Charges to post for past months: $4,516.13, starting Sep 1, 2026.",
  );
});

test("a rent step on the first charge date is imported, and an earlier step is assumed to be in the rent already", async () => {
  const { id } = await match(
    Buffer.from(
      [
        `${header},Rent step date,Rent after step`,
        `${newHouse},1,One,2025-01-01,2500.00,2026-12-01,2575.00`,
        ",,,,,,,,,2026-11-01,2500.00",
      ].join("\n"),
    ),
  );
  expect(await listErrors(id)).toEqual([]);
  await run(id);
  expect((await readLeases())[0]?.terms.escalations).toEqual([{ on: "2026-12-01", monthlyCents: 7_500 }]);
});

test("a row below a lease is added to it only if its amounts are rent steps and charges", async () => {
  const { id } = await match(
    Buffer.from(
      [
        `${header},Charge,Charge amount,Balance,Rent step date,Rent after step`,
        `${newHouse},1,One,2025-01-01,2500.00,Parking,100.00,,,`,
        ",,,,,,,,,,,900.00,,",
        `${newHouse},2,Two,2025-01-01,2500.00,,,,2027-01-01,2600.00`,
        ",,,,,,,,,,,,,2700.00",
      ].join("\n"),
    ),
    { Charge: { field: "chargeName" } },
  );
  expect(await listErrors(id)).toEqual([
    "3 Suite “”: Please enter at least one suite",
    "3 Tenant “”: This row has a balance or a deposit. Enter its tenant.",
    "5 Rent step date “”: Enter the date of this rent step.",
  ]);
});

test("rent charges add up to the rent, and a credit balance isn't credited twice", async () => {
  const { id } = await match(
    Buffer.from(
      [
        "Property,Address,City,State,ZIP,Suite,Tenant,Start date,Charge,Charge amount,Balance,Prepayments",
        `${newHouse},1,One,2025-01-01,Base rent,2000.00,,`,
        ",,,,,,,,Percentage rent,300.00,,",
        `${newHouse},2,Two,2025-01-01,Base rent,1000.00,-150.00,150.00`,
      ].join("\n"),
    ),
    { Charge: { field: "chargeName" } },
  );
  expect(await listErrors(id)).toEqual([
    "4 Prepayments “150.00”: The balance is already a credit. Leave the balance or the prepayments blank.",
  ]);
  await correct(id, 4, { Prepayments: "" });
  expect((await read(id)).summary?.totals).toContainEqual({ label: "Monthly rent", cents: 330_000 });
  await run(id);
  expect((await readLeases()).map(prices)).toEqual([
    ["rent monthlyCents 230000"],
    ["rent monthlyCents 100000"],
  ]);
});

test("a second suite at a single-unit property and a suite number that is too long show errors", async () => {
  const { db } = portal;
  const propertyId = await createProperty(db, { name: "Lone House" });
  await sql`update properties set type = 'single' where id = ${propertyId}`.execute(db);
  await sql`insert into property_landlords (property_id, user_id) values (${propertyId}, ${building.landlord.id})`.execute(
    db,
  );
  await createUnit(db, propertyId, "1");
  const { id } = await match(
    Buffer.from(
      [
        header,
        "Lone House,,,,,2,One,2025-01-01,100.00",
        `${newHouse},${"9".repeat(41)},Two,2025-01-01,100.00`,
      ].join("\n"),
    ),
  );
  expect(await listErrors(id)).toEqual([
    "2 Suite “2”: A single-unit property can have only one unit. Change it to a multi-unit property to add more.",
    expect.stringMatching(/^3 Suite /),
  ]);
});

test("a lease with an error is skipped along with the rows below it, and they can be downloaded, corrected, and imported", async () => {
  const header =
    "Property,Address,City,State,ZIP,Suite,Tenant,Start date,End date,Monthly rent,Rent step date,Rent after step";
  const { id, rows, badRows } = await match(
    Buffer.from(
      `${header}\nMill House,5 Mill Road,Tacoma,WA,98402,1,River Books,2025-05-01,2024-01-01,1800,,\n,,,,,,,,,,2027-01-01,1900\n,,,,,2,Quiet Labs,2025-06-15,,900,2027-06-01,950\nTotal,,,,,,,,,2700,,\n`,
    ),
  );
  expect([rows, badRows]).toEqual([2, 1]);
  expect(await read(id)).toMatchObject({
    badLines: [2],
    summary: { creates: [1, 1, 1, 1].map((count) => expect.objectContaining({ count }) as object) },
  });
  // The property has the address of the row that is left out.
  await run(id, { validRowsOnly: true });
  expect((await readLeases()).map(({ place: at, company }) => [at, company])).toEqual([
    ["Mill House 2", "Quiet Labs"],
  ]);
  const { body: file } = await call("GET", `/api/imports/${id}/not-imported.csv`);
  expect(file.slice(1).trim().split("\r\n")).toEqual([
    `${header},Not imported because`,
    "Mill House,5 Mill Road,Tacoma,WA,98402,1,River Books,2025-05-01,2024-01-01,1800,,,End date: The end date can't be before the start date",
    ",,,,,,,,,,2027-01-01,1900,Belongs to the row above",
    "Total,,,,,,,,,2700,,,A total",
  ]);
  const corrected = await match(Buffer.from(file.replace("2024-01-01", "2029-04-30")));
  expect(corrected).toMatchObject({ rows: 1, badRows: 0, skippedRows: 1 });
  await run(corrected.id);
  expect((await readLeases()).map(({ terms }) => terms.escalations)).toEqual([
    [{ on: "2027-06-01", monthlyCents: 5_000 }],
    [{ on: "2027-01-01", monthlyCents: 10_000 }],
  ]);
});
