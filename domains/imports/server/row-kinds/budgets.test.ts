import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Budget } from "#domains/expenses/budget-contract.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
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

const call = (method: "GET" | "POST" | "PUT", path: string, body?: object) =>
  portal.call(method, path, { cookie: building.landlord.cookie, ...(body !== undefined && { body }) });
const read = async <T>(path: string) => (await call("GET", path)).json<T>();

async function check(...lines: string[]): Promise<FileImport> {
  const form = multipart({ kind: "budgets" }, [
    { name: "file", fileName: "budgets.csv", type: "text/csv", content: Buffer.from(lines.join("\n")) },
  ]);
  const { cookie } = building.landlord;
  const response = await portal.call("POST", "/api/imports", { cookie, ...form });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<FileImport>();
}
const readErrors = async (id: number) =>
  (await read<ImportError[]>(`/api/imports/${id}/errors?limit=200`)).map(
    ({ line, column, message }) => `${line} ${column}: ${message}`,
  );
async function run(id: number, body: object = {}): Promise<void> {
  const started = await call("POST", `/api/imports/${id}/run`, body);
  expect(started.statusCode, started.body).toBe(202);
  const { id: userId } = building.landlord;
  await writeImport(portal.services, { importId: id, userId, requestId: "", networkAddress: "" });
  expect(await read(`/api/imports/${id}`)).toMatchObject({ state: "done", message: null });
}
const budgetPath = (year: number) => `/api/properties/${building.propertyId}/budgets/${year}`;
const readMonths = async (category: string, year = 2026) =>
  (await read<Budget>(budgetPath(year))).rows.find((row) => row.category === category)?.cents;
const undo = (id: number) => call("POST", `/api/imports/${id}/undo`);
const fill = (count: number, cents: number) => Array.from({ length: count }, () => cents);
const readChanges = async () =>
  (
    await portal.db
      .selectFrom("audit_log")
      .select(["subject_id", "details"])
      .where("action", "=", "budget.changed")
      .orderBy("id")
      .execute()
  ).map(({ subject_id, details }) => ({ subject_id, details }));

const monthHeaders = "January,February,March,April,May,June,July,August,September,October,November,December";
const head = `Property,Year,Category,Month,Amount,${monthHeaders}`;

describe("importing budgets", () => {
  test("a row has an amount for the year, a month, or each month [EXP-24]", async () => {
    const { id, badRows } = await check(
      head,
      "Harbor House,2026,Property tax,,100.00,,,,,,,,,,,,",
      "Harbor House,2026,cleaning,Mar,25.50,,,,,,,,,,,,",
      "Harbor House,2026,cleaning,4,-10,,,,,,,,,,,,",
      "Harbor House,2027,6110,,30,1,2,3,4,5,6,7,2,,,,",
      "Harbor House,2027,Security,,0,,,,,,,,,,,,",
    );
    expect([badRows, await readErrors(id)]).toEqual([0, []]);
    expect((await read<ResponseOf<typeof readImport>>(`/api/imports/${id}`)).summary).toEqual({
      creates: [{ noun: "budgets", count: 2 }],
      totals: [
        { label: "Harbor House, 2026", cents: 11_550 },
        { label: "Harbor House, 2027", cents: 3_000 },
        { label: "Total", cents: 14_550 },
      ],
      notes: [],
    });
    await run(id);
    expect(await readMonths("Property tax")).toEqual([...fill(11, 833), 837]);
    expect(await readMonths("Cleaning")).toEqual([0, 0, 2_550, -1_000, ...fill(8, 0)]);
    expect(await readMonths("Repairs and maintenance", 2027)).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 2].map((dollars) => dollars * 100),
      ...fill(4, 0),
    ]);
    expect(await readChanges()).toMatchObject([
      {
        subject_id: `${building.propertyId}-2026`,
        details: {
          year: 2026,
          importId: id,
          changes: [
            { field: "Cleaning Cents", from: 0, to: 1_550 },
            { field: "Property tax Cents", from: 0, to: 10_000 },
          ],
        },
      },
      { subject_id: `${building.propertyId}-2027`, details: { year: 2027 } },
    ]);
    // A page that was opened before can't replace the imported budget.
    expect((await call("PUT", budgetPath(2026), { version: 0, rows: [] })).statusCode).toBe(409);
  });

  test("the columns of another system's budget are recognized [EXP-24]", async () => {
    const { id } = await check(
      "Building,Fiscal Year,GL Account,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec,Total",
      "Harbor House,2026,Gas,1,1,1,1,1,1,1,1,1,1,1,1,12",
      "Total,,,1,1,1,1,1,1,1,1,1,1,1,1,12",
    );
    const { columns } = await read<ResponseOf<typeof readImportLayout>>(`/api/imports/${id}/layout`);
    const months = monthHeaders.toLowerCase().split(",");
    expect(columns.map(({ field }) => field)).toEqual(["property", "year", "category", ...months, "amount"]);
  });

  test("amounts that contradict each other, unknown names, and budgets that exist are errors of their rows [EXP-24]", async () => {
    await createProperty(portal.db, { name: "Hill House" });
    await run((await check("Property,Year,Category,Amount", "Harbor House,2026,Gas,12")).id);
    const { id } = await check(
      head,
      "Harbor House,2026,Gas,,24,,,,,,,,,,,,",
      "Harbor House,2026,Cleaning,,24,,,,,,,,,,,,",
      "Harbor House,2026,cleaning,May,2,,,,,,,,,,,,",
      "Harbor House,2026,Security,,3,1,1,,,,,,,,,,",
      "Harbor House,2026,Security,May,,1,,,,,,,,,,,",
      "Harbor House,2026,Security,,,,,,,,,,,,,,",
      "Harbor House,26,Security,Mayo,x,,,,,,,,,,,,",
      "Hill House,2026,Cleanings,,1,,,,,,,,,,,,",
    );
    expect((await readErrors(id)).toSorted()).toEqual([
      "2 Category: Harbor House already has a budget for Gas in 2026. Change it in the grid.",
      "4 Category: The budget for Cleaning in 2026 is already on line 3.",
      "5 Amount: The amounts of the months add up to $2.00. Correct one of them.",
      "6 Month: Leave the month blank, because this row has amounts in the columns of the months.",
      "7 Amount: Enter the amount for the year, or an amount for each month.",
      "8 Amount: Please enter an amount in US dollars",
      "8 Month: Enter a month such as March, Mar, or 3, or leave it blank",
      "8 Year: Enter a year such as 2026",
      "9 Category: There is no category “Cleanings”. Enter the name or the account code of an expense category.",
      "9 Property: There is no property “Hill House”. Enter its name as shown in the portal, or import the property first.",
    ]);
    await run(id, { validRowsOnly: true });
    expect(await readMonths("Cleaning")).toEqual(fill(12, 200));
    expect(await readMonths("Gas")).toEqual(fill(12, 100));
  });

  test("undoing the import removes its amounts and keeps the others, unless the budget was saved since [EXP-24]", async () => {
    const first = await check("Property,Year,Category,Amount", "Harbor House,2026,Gas,12");
    await run(first.id);
    const second = await check("Property,Year,Category,Amount", "Harbor House,2026,Cleaning,24");
    await run(second.id);
    expect((await undo(first.id)).json()).toMatchObject({ state: "undone" });
    expect([await readMonths("Gas"), await readMonths("Cleaning")]).toEqual([fill(12, 0), fill(12, 200)]);
    expect((await readChanges()).at(-1)).toEqual({
      subject_id: `${building.propertyId}-2026`,
      details: {
        year: 2026,
        changes: [{ field: "Gas Cents", from: 1_200, to: 0 }],
        reason: "The import was undone",
        importId: first.id,
      },
    });
    const { version, rows } = await read<Budget>(budgetPath(2026));
    const saved = rows.map(({ categoryId, cents }) => ({ categoryId, cents }));
    expect((await call("PUT", budgetPath(2026), { version, rows: saved })).statusCode).toBe(200);
    expect((await undo(second.id)).json()).toMatchObject({
      message: "A budget has been changed or deleted since the import, so it can't be undone.",
    });
    expect(await readMonths("Cleaning")).toEqual(fill(12, 200));
  });

  test("an import of properties can't be undone once they have a budget [EXP-24]", async () => {
    const { cookie } = building.landlord;
    const form = multipart({ kind: "properties" }, [
      {
        name: "file",
        fileName: "properties.csv",
        type: "text/csv",
        content: Buffer.from(
          "Name,Address,City,State,ZIP,Type\nMill House,5 Mill Road,Tacoma,WA,98402,multi",
        ),
      },
    ]);
    const response = await portal.call("POST", "/api/imports", { cookie, ...form });
    const { id } = response.json<FileImport>();
    await run(id);
    await run((await check("Property,Year,Category,Amount", "Mill House,2026,Gas,12")).id);
    expect((await undo(id)).json()).toMatchObject({
      message: "This import can't be undone because its records are already used by a budget.",
    });
  });
});
