import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReportDocument } from "#domains/reports/contract.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { findCategoryId, insertBill } from "#test/money/expenses.ts";
import { createPerson, createProperty, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Budget } from "../../budget-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let cleaning: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  cleaning = await findCategoryId(portal.db, "Cleaning");
});
afterAll(() => portal.close());

const months = (cents: number) => Array.from({ length: 12 }, () => cents);
const budgetPath = (year: number, propertyId = building.propertyId) =>
  `/api/properties/${propertyId}/budgets/${year}`;
const read = async <T = Budget>(path: string) =>
  (await portal.call("GET", path, { cookie: building.landlord.cookie })).json<T>();
const save = (year: number, version: number, rows: { categoryId: number; cents: number[] }[]) =>
  portal.call("PUT", budgetPath(year), { cookie: building.landlord.cookie, body: { version, rows } });
const enterBill = (bill: Omit<Parameters<typeof insertBill>[1], "propertyId" | "createdById">) =>
  insertBill(portal.db, { ...bill, propertyId: building.propertyId, createdById: building.landlord.id });

describe("budgets", () => {
  test("a budget has an amount for each category and month and is replaced as a whole [EXP-14]", async () => {
    expect((await read(budgetPath(2031))).rows).toHaveLength(22);
    const saved = (await save(2031, 0, [{ categoryId: cleaning, cents: months(200_000) }])).json<Budget>();
    expect(saved).toMatchObject({ version: 1, year: 2031, property: { name: "Harbor House" } });
    expect(saved.rows.find(({ categoryId }) => categoryId === cleaning)?.cents).toEqual(months(200_000));
    const security = await findCategoryId(portal.db, "Security");
    const replaced = (await save(2031, 1, [{ categoryId: security, cents: months(-5) }])).json<Budget>();
    expect(replaced.rows.find(({ categoryId }) => categoryId === cleaning)?.cents).toEqual(months(0));
    const { details } = await portal.db
      .selectFrom("audit_log")
      .select("details")
      .where("action", "=", "budget.changed")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(details).toEqual({
      year: 2031,
      changes: [
        { field: "Cleaning Cents", from: 2_400_000, to: 0 },
        { field: "Security Cents", from: 0, to: -60 },
      ],
    });
  });

  test("an outdated budget is rejected with the current one, and an unknown category with an error on its field [EXP-14]", async () => {
    await save(2032, 0, [{ categoryId: cleaning, cents: months(100) }]);
    const late = await save(2032, 0, []);
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      "Lena Landlord changed this budget after you opened it. Reload the page.",
    ]);
    expect((await save(2032, 1, [{ categoryId: 99_999, cents: months(1) }])).json().fields).toEqual({
      "rows.0.categoryId": "This category doesn't exist or is archived.",
    });
    expect((await save(2032, 1, [{ categoryId: cleaning, cents: [1] }])).statusCode).toBe(400);
  });

  test("a month's actual costs are the parts of bills whose service falls in that month [EXP-10, EXP-14]", async () => {
    await enterBill({
      serviceFrom: "2032-12-17",
      serviceTo: "2033-01-15",
      lines: [{ category: "Gas", amountCents: 30_000 }],
    });
    const gas = await findCategoryId(portal.db, "Gas");
    const readGas = async (year: number) =>
      (await read(budgetPath(year))).rows.find(({ categoryId }) => categoryId === gas)?.actualCents;
    expect(await readGas(2032)).toEqual([...months(0).slice(1), 15_000]);
    expect(await readGas(2033)).toEqual([15_000, ...months(0).slice(1)]);
  });

  test("a budget can be exported as CSV, and other landlords can't see it [EXP-14, EXP-17]", async () => {
    const csv = await portal.call("GET", `${budgetPath(2031)}/amounts.csv`, {
      cookie: building.landlord.cookie,
    });
    expect(csv.body).toContain("Category,Pool,January (USD)");
    const propertyId = await createProperty(portal.db);
    const other = await createPerson(portal.db, { role: "landlord", propertyIds: [propertyId] });
    const cookie = await signInAs(portal.db, other);
    expect((await portal.call("GET", budgetPath(2031), { cookie })).statusCode).toBe(404);
  });
});

describe("the report “Budget and actual”", () => {
  test("the budget report compares each category for the month and the year to date and excludes voided bills [EXP-16]", async () => {
    await save(2034, 0, [{ categoryId: cleaning, cents: months(100_000) }]);
    const lines = [{ category: "Cleaning", amountCents: 120_000 }];
    for (const month of ["01", "02"])
      await enterBill({ serviceFrom: `2034-${month}-01`, serviceTo: `2034-${month}-28`, lines });
    const voidedId = await enterBill({ serviceFrom: "2034-02-01", serviceTo: "2034-02-28", lines });
    await portal.db
      .updateTable("bills")
      .set({ voided_at: new Date(), voided_by_id: building.admin.id, void_reason: "Twice" })
      .where("id", "=", voidedId)
      .execute();
    const path = `/api/reports/budget/document?propertyId=${building.propertyId}&on=2034-02-10`;
    const report = await read<ReportDocument>(path);
    expect(report.groups.map(({ name }) => name)).toEqual(["CAM"]);
    expect(report.rows.map(({ cells }) => cells)).toEqual([
      {
        category: "Cleaning",
        budget: 100_000,
        actual: 120_000,
        variance: 20_000,
        variancePercent: 20,
        budgetToDate: 200_000,
        actualToDate: 240_000,
        varianceToDate: 40_000,
        varianceToDatePercent: 20,
        yearBudget: 1_200_000,
      },
    ]);
    expect(report.totals?.cells).toMatchObject({ variancePercent: 20, yearBudget: 1_200_000 });
    expect(report.chart?.bars.slice(0, 3).map(({ label, value, tone }) => [label, value, tone])).toEqual([
      ["Jan", "120%", "danger"],
      ["Feb", "120%", "danger"],
      ["Mar", "0%", "muted"],
    ]);
    for (const format of ["csv", "xlsx", "pdf"]) {
      const file = await portal.call("GET", `/api/reports/budget/file?on=2034-02-10&format=${format}`, {
        cookie: building.landlord.cookie,
      });
      expect(file.statusCode, format).toBe(200);
    }
  });
});
