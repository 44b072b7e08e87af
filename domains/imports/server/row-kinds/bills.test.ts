import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Bill, BillRow } from "#domains/expenses/contract.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { createVendor, insertBill } from "#test/money/expenses.ts";
import { createProperty } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { FileImport, ImportError, readImport, readImportLayout } from "../../contract.ts";
import { writeImport } from "../write/write-import.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeEach(async () => {
  ({ portal, building } = await startBuilding());
});
afterEach(() => portal.close());

const call = (method: "GET" | "POST" | "PATCH" | "PUT", path: string, body?: object) =>
  portal.call(method, path, { cookie: building.landlord.cookie, ...(body !== undefined && { body }) });
const read = async <T>(path: string) => (await call("GET", path)).json<T>();

async function upload(lines: string[]): Promise<FileImport> {
  const form = multipart({ kind: "bills" }, [
    { name: "file", fileName: "bills.csv", type: "text/csv", content: Buffer.from(lines.join("\n")) },
  ]);
  const { cookie } = building.landlord;
  const response = await portal.call("POST", "/api/imports", { cookie, ...form });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<FileImport>();
}
const head =
  "Property,Vendor,Bill number,Bill date,Service from,Service to,Due date,Paid on,Category,Amount,Memo";
const check = (...rows: string[]) => upload([head, ...rows]);
const readErrors = async (id: number) =>
  (await read<ImportError[]>(`/api/imports/${id}/errors?limit=200`)).map(
    ({ line, column, message }) => `${line} ${column}: ${message}`,
  );
const readSummary = async (id: number) =>
  (await read<ResponseOf<typeof readImport>>(`/api/imports/${id}`)).summary;
async function run(id: number, body: object = {}) {
  const started = await call("POST", `/api/imports/${id}/run`, body);
  expect(started.statusCode, started.body).toBe(202);
  const { id: userId } = building.landlord;
  await writeImport(portal.services, { importId: id, userId, requestId: "", networkAddress: "" });
  expect(await read(`/api/imports/${id}`)).toMatchObject({ state: "done", message: null });
}
async function readBills(): Promise<Bill[]> {
  const rows = await read<BillRow[]>("/api/bills");
  return Promise.all(rows.map(({ id }) => read<Bill>(`/api/bills/${id}`)));
}

describe("importing bills", () => {
  test("rows with the same vendor and number are the lines of one bill, and others get the form's default dates [EXP-21]", async () => {
    await createVendor(portal.db, "Puget Mechanical");
    const service = "2026-01-01,2026-03-31";
    const { id, badRows } = await check(
      `Harbor House,puget MECHANICAL,INV 17,2026-03-05,${service},2026-03-20,2026-03-18,HVAC maintenance,"$1,250.50",Spring`,
      `Harbor House,Alder Roofing,,2/20/2024,,,,,6110,300,`,
      `Harbor House,Puget  Mechanical,inv17,2026-03-05,${service},2026-03-20,2026-03-18,6010 - Cleaning,(150.00),Missed visit`,
    );
    expect([badRows, await readErrors(id)]).toEqual([0, []]);
    expect(await readSummary(id)).toEqual({
      creates: [
        { noun: "bills", count: 2 },
        { noun: "vendor", count: 1 },
      ],
      totals: [
        { label: "Harbor House", cents: 140_050 },
        { label: "Total", cents: 140_050 },
      ],
      notes: ["New vendors: Alder Roofing."],
    });
    await run(id);
    expect(await readBills()).toMatchObject([
      {
        property: { name: "Harbor House" },
        vendor: { name: "Puget Mechanical" },
        number: "INV 17",
        billedOn: "2026-03-05",
        serviceFrom: "2026-01-01",
        serviceTo: "2026-03-31",
        dueOn: "2026-03-20",
        paidOn: "2026-03-18",
        state: "paid",
        totalCents: 110_050,
        createdBy: "Lena Landlord",
        lines: [
          { category: "HVAC maintenance", amountCents: 125_050, memo: "Spring" },
          { category: "Cleaning", amountCents: -15_000, memo: "Missed visit" },
        ],
      },
      {
        vendor: { name: "Alder Roofing" },
        number: "",
        serviceFrom: "2024-02-01",
        serviceTo: "2024-02-29",
        dueOn: "2024-03-21",
        paidOn: null,
        lines: [{ category: "Repairs and maintenance", amountCents: 30_000, memo: "" }],
      },
    ]);
    const entries = await portal.db
      .selectFrom("audit_log")
      .select("action")
      .where("action", "in", ["bill.created", "vendor.created"])
      .orderBy("id")
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(["vendor.created", "bill.created", "bill.created"]);
  });

  test("a repeated line of a bill is an error until it has a memo of its own [EXP-22]", async () => {
    const row = "Harbor House,Puget Mechanical,17,2026-03-05,,,,,6110,820,";
    const withoutNumber = "Harbor House,Puget Mechanical,,2026-03-05,,,,,6110,75,";
    const { id } = await check(row, row, `${row}Second floor`, withoutNumber, withoutNumber);
    const problem =
      "Line 2 is the same. Remove it from the file, or enter a different memo if the bill has both.";
    expect(await readErrors(id)).toContain(`3 Memo: ${problem}`);
    expect((await readErrors(id)).filter((error) => error.includes("is the same"))).toHaveLength(1);
  });

  test("the columns of another system's bills are recognized [EXP-21]", async () => {
    const { id } = await upload([
      "Payee,Invoice #,Invoice Date,Due,Property Name,GL Account,Amount,Description",
      "Puget Mechanical,17,2026-03-05,2026-04-04,Harbor House,6110,1250.50,Spring",
    ]);
    const { columns } = await read<ResponseOf<typeof readImportLayout>>(`/api/imports/${id}/layout`);
    expect(columns.map(({ field }) => field)).toEqual([
      "vendorName",
      "number",
      "billedOn",
      "dueOn",
      "property",
      "category",
      "amount",
      "memo",
    ]);
  });

  test("a bill that was already entered is an error, also at a property the landlord can't access [EXP-06, 21]", async () => {
    const vendorId = await createVendor(portal.db, "Sound Power");
    const bill = { vendorId, createdById: building.admin.id };
    await insertBill(portal.db, { ...bill, propertyId: building.propertyId, number: "INV 1042" });
    const otherPropertyId = await createProperty(portal.db, { name: "Hill House" });
    await insertBill(portal.db, { ...bill, propertyId: otherPropertyId, number: "7" });
    const { id } = await check(
      "Harbor House,Sound Power,inv1042,2026-11-04,,,,,Gas,10,",
      "Harbor House,Sound Power,7,2026-11-04,,,,,Gas,20,",
      "Hill House,Sound Power,8,2026-11-04,,,,,Gas,30,",
    );
    expect(await readErrors(id)).toEqual([
      "2 Bill number: Sound Power's bill INV 1042 of Nov 3, 2026 was already entered.",
      "3 Bill number: Sound Power's bill 7 was already entered at another property.",
      "4 Property: There is no property “Hill House”. Enter its name as shown in the portal, or import the property first.",
    ]);
  });

  test("the check warns about bills with the vendor, amount, and date of another one, and they can be imported [EXP-07, 21]", async () => {
    const vendorId = await createVendor(portal.db, "Sound Power");
    const { propertyId, landlord } = building;
    await insertBill(portal.db, { vendorId, propertyId, createdById: landlord.id, number: "17" });
    const { id } = await check(
      "Harbor House,Sound Power,18,2026-11-03,,,,,Gas,1000,",
      "Harbor House,Sound Power,18,2026-11-03,,,,,Gas,200,",
      "Harbor House,Alder Roofing,,2026-11-05,,,,,Gas,300,",
      "Harbor House,alder roofing,,2026-11-05,,,,,Gas,300,",
    );
    expect((await readSummary(id))?.notes).toEqual([
      "New vendors: Alder Roofing.",
      "Line 2: There is already a bill from Sound Power for $1,200.00 of Nov 3, 2026, number 17. If it's the same bill, remove it from the file.",
      "Lines 4 and 5 are bills from Alder Roofing for $300.00 of Nov 5, 2026. If they're the same bill, remove one from the file.",
    ]);
    await run(id);
    expect(await readBills()).toHaveLength(4);
  });
});

describe("rows with errors", () => {
  test("lines of one bill must have the same property and dates [EXP-22]", async () => {
    const propertyId = await createProperty(portal.db, { name: "Mill House" });
    const access = { property_id: propertyId, user_id: building.landlord.id };
    await portal.db.insertInto("property_landlords").values(access).execute();
    const { id } = await check(
      "Harbor House,Alder Roofing,1,2026-11-03,,,,,Gas,1,",
      "Harbor House,Alder Roofing,1,2026-11-04,,,,,Gas,1,",
      "Harbor House,Alder Roofing,2,2026-11-03,,,,,Gas,1,",
      "Mill House,Alder Roofing,2,2026-11-03,,,,2026-11-04,Gas,1,",
    );
    const other = "Enter the same here, or another vendor or number.";
    expect(await readErrors(id)).toEqual([
      "2 null: Line 3 is part of the same bill and has an error. Correct it first.",
      `3 Bill date: Line 2 is part of the same bill and has a different date. ${other}`,
      "4 null: Line 5 is part of the same bill and has an error. Correct it first.",
      `5 Property: Line 4 is part of the same bill and has a different property. ${other}`,
      `5 Paid on: Line 4 is part of the same bill and has a different date. ${other}`,
    ]);
  });

  test("a bill with an error in one line is left out with all of its lines, and can be corrected in place [EXP-22]", async () => {
    const { id } = await check(
      "Harbor House,Alder Roofing,1,2026-11-03,,,,,Gas,1,",
      "Harbor House,Alder Roofing,1,2026-11-03,,,,,Gaz,1,",
      "Harbor House,Alder Roofing,2,2026-11-03,,,,,Gas,1,",
      "Harbor House,Alder Roofing,2,2026-11-03,,,,,Gas,1,Roof, gutters",
      "Harbor House,Sound Power,3,2026-11-03,,,,,Gas,1,",
      "Harbor House,,3,2026-11-03,,,,,Gas,one,",
      "Harbor House,Alder Roofing,4,2026-11-03,,,,,Gas,1,",
    );
    expect(await readErrors(id)).toEqual([
      "2 null: Line 3 is part of the same bill and has an error. Correct it first.",
      "3 Category: There is no category “Gaz”. Enter the name or the account code of an expense category.",
      "4 null: Line 5 is part of the same bill and has an error. Correct it first.",
      "5 null: This row has 12 values, but the header has 11 columns. Check for a comma that isn't inside quotation marks.",
      "6 null: Line 7 is part of the same bill and has an error. Correct it first.",
      "7 Vendor: Please enter the vendor's name",
      "7 Amount: Please enter an amount other than $0.00",
    ]);
    const errors = await read<ImportError[]>(`/api/imports/${id}/errors`);
    expect(errors.find(({ column }) => column === "Amount")?.value).toBe("one");
    const correct = async (line: number, values: { column: string; value: string }[]) =>
      (await call("PATCH", `/api/imports/${id}/rows/${line}`, { values })).json<FileImport>();
    await correct(3, [{ column: "Category", value: "6220" }]);
    const corrected = [
      { column: "Vendor", value: "Sound Power" },
      { column: "Amount", value: "($2.50)" },
    ];
    expect(await correct(7, corrected)).toMatchObject({ badRows: 2, errors: 2 });
    await run(id, { validRowsOnly: true });
    expect((await readBills()).map(({ number, totalCents }) => [number, totalCents])).toEqual([
      ["4", 100],
      ["3", -150],
      ["1", 200],
    ]);
  });

  test("an unknown or archived category, an archived vendor, invalid dates, and too many lines are errors [EXP-22]", async () => {
    await createVendor(portal.db, "Old Elevators");
    await portal.db.updateTable("vendors").set({ archived_at: new Date() }).execute();
    const category = portal.db.updateTable("expense_categories");
    await category.set({ archived_at: new Date() }).where("name", "=", "Pest control").execute();
    await category.set({ account_code: "6000" }).where("name", "in", ["Gas", "Cleaning"]).execute();
    const { id } = await check(
      "Harbor House,Old Elevators,,2026-11-03,,,,,Pest control,1,",
      "Harbor House,Alder Roofing,,2026-11-03,,,,,6000,0,",
      "Harbor House,Alder Roofing,,2026-02-30,,,,,6000,1,",
      "Harbor House,Alder Roofing,,2026-11-03,,2026-10-31,,,Gas,1,",
      "Harbor House,Alder Roofing,,2026-11-03,2020-01-01,2026-10-31,,,Gas,1,",
      "Harbor House,Alder Roofing,,2026-11-03,2026-11-02,2026-11-01,,,,1,",
      ...Array.from(
        { length: 101 },
        (_, nth) => `Harbor House,Sound Power,3,2026-11-03,,,,,Gas,1,Meter ${nth}`,
      ),
    );
    expect((await readErrors(id)).filter((error) => !error.includes("null:"))).toEqual([
      "2 Category: The category “Pest control” is archived. Enter another one.",
      "2 Vendor: Old Elevators is archived. Restore the vendor first.",
      "3 Amount: Please enter an amount other than $0.00",
      "3 Category: Several categories match “6000”. Enter the name of one of them.",
      "4 Bill date: Please enter the date of the bill",
      "4 Category: Several categories match “6000”. Enter the name of one of them.",
      "5 Service to: The last day can't be before the first day",
      "6 Service to: A service period can be up to 3 years",
      "7 Service to: The last day can't be before the first day",
      "7 Category: Please enter the category",
      "108 Bill number: A bill can have up to 100 lines.",
    ]);
  });
});

describe("undoing an import of bills", () => {
  const importBills = async () => {
    const { id } = await check(
      "Harbor House,Alder Roofing,A-1,2026-03-05,,,,,Gas,100,",
      "Harbor House,Alder Roofing,A-1,2026-03-05,,,,,Cleaning,20,Lobby",
    );
    await run(id);
    return id;
  };
  const undo = (id: number) => call("POST", `/api/imports/${id}/undo`);
  const readMessage = async (id: number) => {
    const response = await undo(id);
    expect(response.statusCode, response.body).toBe(409);
    return response.json<{ message: string }>().message;
  };
  const readBillId = async () => {
    const [bill] = await read<BillRow[]>("/api/bills");
    return bill?.id ?? 0;
  };

  test("the bills and the vendors that it added are deleted, with entries in the audit log [EXP-08, 23]", async () => {
    const vendorId = await createVendor(portal.db, "Puget Mechanical");
    const id = await importBills();
    expect((await undo(id)).json()).toMatchObject({ state: "undone" });
    expect(await read("/api/bills?state=valid")).toEqual([]);
    expect((await portal.db.selectFrom("vendors").select("id").execute()).map((row) => row.id)).toEqual([
      vendorId,
    ]);
    const deletions = await portal.db
      .selectFrom("audit_log")
      .select(["action", "property_id", "details"])
      .where("action", "like", "%.deleted")
      .orderBy("id")
      .execute();
    const undone = { reason: "The import was undone", importId: id };
    expect(deletions).toEqual([
      {
        action: "bill.deleted",
        property_id: building.propertyId,
        details: {
          before: {
            vendor: "Alder Roofing",
            number: "A-1",
            billedOn: "2026-03-05",
            serviceFrom: "2026-03-01",
            serviceTo: "2026-03-31",
            dueOn: "2026-04-04",
            paidOn: null,
            totalCents: 12_000,
            lines: [
              { category: "Gas", amountCents: 10_000, memo: "" },
              { category: "Cleaning", amountCents: 2_000, memo: "Lobby" },
            ],
          },
          ...undone,
        },
      },
      { action: "vendor.deleted", property_id: null, details: { name: "Alder Roofing", ...undone } },
    ]);
    await importBills();
    expect(await read<BillRow[]>("/api/bills")).toHaveLength(1);
  });

  test("nothing is undone once a bill was edited, paid, or voided [EXP-23]", async () => {
    const id = await importBills();
    await call("PATCH", `/api/bills/${await readBillId()}`, { paidOn: "2026-03-20" });
    const message =
      "Bill A-1 from Alder Roofing has been changed or deleted since the import, so it can't be undone.";
    expect(await readMessage(id)).toBe(message);
    await call("POST", `/api/bills/${await readBillId()}/void`, { reason: "Entered twice" });
    expect(await readMessage(id)).toBe(message);
    expect(await read<BillRow[]>("/api/bills?state=voided")).toHaveLength(1);
  });

  test("nothing is undone once a vendor that was added has other bills [EXP-23]", async () => {
    const id = await importBills();
    const { propertyId, landlord } = building;
    const { id: vendorId } = await portal.db.selectFrom("vendors").select("id").executeTakeFirstOrThrow();
    await insertBill(portal.db, { vendorId, propertyId, createdById: landlord.id });
    expect(await readMessage(id)).toBe(
      "This import can't be undone because its records are already used by a bill.",
    );
    expect(await readBills()).toHaveLength(2);
  });

  const usedMessage = "This import can't be undone because its records are already used by a reconciliation.";
  const issueReconciliation = (year: number, billIds: number[]) =>
    portal.db
      .insertInto("reconciliations")
      .values({
        property_id: building.propertyId,
        year,
        number: 1,
        due_on: "2027-05-01",
        amounts: "[]",
        content: JSON.stringify({ bills: billIds.map((id) => ({ id })) }),
        inputs: "{}",
        issued_by_id: building.landlord.id,
        issued_at: portal.clock.now,
      })
      .execute();

  test("a later year's reconciliation keeps bills from being deleted, because they can be part of its base year [EXP-08, 23]", async () => {
    const first = await importBills();
    await issueReconciliation(2026, []);
    expect((await undo(first)).json()).toMatchObject({ state: "undone" });
    const second = await importBills();
    await issueReconciliation(2027, []);
    expect(await readMessage(second)).toBe(usedMessage);
  });

  test("nothing is undone once a reconciliation used a bill [EXP-08, 23]", async () => {
    const id = await importBills();
    await issueReconciliation(2026, [await readBillId()]);
    expect(await readMessage(id)).toBe(usedMessage);
  });
});
