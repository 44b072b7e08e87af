import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Question } from "#domains/recoveries/questions-contract.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { findCategoryId, insertBill } from "#test/money/expenses.ts";
import {
  addCost2025,
  addLeaseMember,
  addReconciledProperty,
  type ReconciledProperty,
  ReconciliationCalls,
} from "#test/money/reconciliations.ts";
import { amendRecoveryTerms, poolRecovery } from "#test/money/recoveries.ts";
import { createPerson, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ReportDocument } from "../contract.ts";
import type { ReportName } from "../reports.ts";

let portal: TestPortal;
let building: TestBuilding;
let property: ReconciledProperty;
let calls: ReconciliationCalls;
/** A landlord of only this property. */
let landlordCookie: string;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  portal.clock.now = new Date("2026-03-10T20:00:00Z");
});
afterAll(() => portal.close());

/** Two leases share the $10,000.00 of 2025: $6,000.00 and $3,000.00. The rest is vacant. */
beforeEach(async () => {
  property = await addReconciledProperty(portal.db, building.landlord.id);
  const { propertyId } = property;
  const landlord = await createPerson(portal.db, { role: "landlord", propertyIds: [propertyId] });
  landlordCookie = await signInAs(portal.db, landlord);
  await sql`update sessions set ends_at = '2199-01-01', idle_until = '2199-01-01'`.execute(portal.db);
  calls = new ReconciliationCalls(portal, { propertyId, cookie: landlordCookie });
});

async function read(name: ReportName, query = "", cookie = landlordCookie): Promise<ReportDocument> {
  const response = await portal.call("GET", `/api/reports/${name}/document${query}`, { cookie });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<ReportDocument>();
}
const addCost = (amountCents: number) =>
  addCost2025(portal.db, {
    propertyId: property.propertyId,
    createdById: building.landlord.id,
    category: "Cleaning",
    amountCents,
  });
const figuresOf = ({ figures }: ReportDocument) => figures.map(({ value }) => value);

describe("the recovery ratio", () => {
  test("a report of one property without issued statements has its draft, with the loss by cause [REC-34]", async () => {
    const report = await read("recovery");
    expect(report.summary).toBe(
      "2025. This is a draft, calculated from the current bills, areas, and recovery terms.",
    );
    expect(report.groups).toMatchObject([{ name: "Harborview Center", note: "Draft, calculated now" }]);
    expect(report.rows).toMatchObject([
      {
        href: `/properties/${property.propertyId}/reconciliations/2025`,
        cells: {
          pool: "CAM",
          state: "Draft",
          cost: 1_000_000,
          recovered: 900_000,
          ratio: 90,
          lost: 100_000,
          vacancy: 100_000,
          cap: 0,
        },
      },
    ]);
    expect(figuresOf(report)).toEqual(["$10,000.00", "$9,000.00", "$1,000.00", "$1,000.00"]);
    expect(report.chart).toEqual({
      title: "Recovered part of the cost by pool",
      bars: [{ label: "CAM", size: 1_000_000, filled: 900_000, value: "90%" }],
    });
    expect((await read("recovery", "?year=2020")).rows).toEqual([]);
  });

  test("for several properties, the report has the issued amounts and says how many properties it leaves out [REC-34]", async () => {
    const { cookie } = building.landlord;
    const before = await read("recovery", "", cookie);
    expect(before.rows.map(({ group }) => group)).not.toContain(property.propertyId);
    await calls.reviewAndIssue();
    await addCost(500_000);
    const report = await read("recovery", "", cookie);
    expect(report.rows.filter(({ group }) => group === property.propertyId)).toMatchObject([
      { cells: { state: "Issued", cost: 1_000_000, recovered: 900_000 } },
    ]);
    expect(report.summary).toMatch(
      /^2025\. Issued statements for \d+ propert(y|ies)\. Not included: \d+ propert(y|ies) without issued statements\.$/,
    );
    expect(report.groups.at(-1)).toMatchObject({ note: "Issued statements" });
    await calls.reviewAndIssue({ reason: "A bill arrived late." });
    expect((await read("recovery")).rows).toMatchObject([
      { cells: { state: "Corrected", cost: 1_500_000, recovered: 1_350_000 } },
    ]);
  });

  test("the recovery ratio's causes are columns of the spreadsheet, and tenants and technicians can't read it [REC-34]", async () => {
    const get = (format: string, cookie: string) =>
      portal.call("GET", `/api/reports/recovery/file?format=${format}`, { cookie });
    const rows = parse((await get("csv", landlordCookie)).body, { bom: true, columns: true });
    expect(rows).toMatchObject([
      {
        Property: "Harborview Center",
        Pool: "CAM",
        Statements: "Draft",
        "Vacant area": "1000.00",
        Caps: "0.00",
      },
    ]);
    for (const format of ["xlsx", "pdf"])
      expect((await get(format, landlordCookie)).statusCode, format).toBe(200);
    for (const { cookie } of [building.tenant, building.technician])
      expect((await get("csv", cookie)).statusCode).toBe(403);
  });
});

describe("expenses per square foot", () => {
  test("each category's cost is compared with the year before and the budget per leasable square foot [REC-35]", async () => {
    const { propertyId } = property;
    await insertBill(portal.db, {
      propertyId,
      createdById: building.landlord.id,
      serviceFrom: "2024-01-01",
      serviceTo: "2024-12-31",
      lines: [{ category: "Cleaning", amountCents: 800_000 }],
    });
    const categoryId = await findCategoryId(portal.db);
    await portal.db
      .insertInto("budget_years")
      .values([2025, 2026].map((year) => ({ property_id: propertyId, year })))
      .execute();
    await portal.db
      .insertInto("budgets")
      .values([
        { property_id: propertyId, year: 2025, category_id: categoryId, month: 1, amount_cents: 1_100_000 },
        { property_id: propertyId, year: 2026, category_id: categoryId, month: 2, amount_cents: 200_000 },
        { property_id: propertyId, year: 2026, category_id: categoryId, month: 3, amount_cents: 900_000 },
      ])
      .execute();
    const { id: unitId } = await portal.db
      .selectFrom("units")
      .select("id")
      .where("property_id", "=", propertyId)
      .where("unit_number", "=", "Vacant")
      .executeTakeFirstOrThrow();
    const enlarged = await portal.call("PATCH", `/api/units/${unitId}`, {
      cookie: landlordCookie,
      body: { sizeSqft: 2_000, areaFrom: "2025-07-01" },
    });
    expect(enlarged.statusCode, enlarged.body).toBe(200);
    const report = await read("expenses-per-sq-ft");
    expect(report.summary).toBe("2025, compared with 2024.");
    expect(report.rows.map(({ cells }) => cells)).toEqual([
      {
        category: "Cleaning",
        cost: 1_000_000,
        rate: 91,
        costBefore: 800_000,
        rateBefore: 80,
        budget: 1_100_000,
        budgetRate: 100,
        // From $0.80 to $0.909.
        change: 14,
        area: 11_000,
        areaBefore: 10_000,
      },
    ]);
    expect(report.groups).toMatchObject([
      { name: "Harborview Center", note: "11,000 sq ft, $0.91 per sq ft, +14%" },
    ]);
    expect(figuresOf(report)).toEqual(["$0.91", "$0.80", "+14%", "$1.00"]);
    const thisYear = await read("expenses-per-sq-ft", "?year=2026");
    expect(thisYear.summary).toBe("January through February 2026, compared with the same period of 2025.");
    // 59 of 365 days.
    expect(thisYear.rows[0]?.cells).toMatchObject({ cost: 0, costBefore: 161_644, budget: 200_000 });
    expect((await read("expenses-per-sq-ft", "?year=2027")).rows).toEqual([]);
  });
});

describe("the CAM history", () => {
  test("a lease's history has its statements with corrections, credits, caps, and bases, and amounts from the previous system [REC-36]", async () => {
    const { propertyId, anchorLeaseId, camId } = property;
    await amendRecoveryTerms(portal.db, anchorLeaseId, [
      poolRecovery({ poolId: camId, base: { kind: "amount", cents: 200_000 } }),
    ]);
    await addLeaseMember(portal.db, { propertyId, leaseId: anchorLeaseId, userId: building.tenant.id });
    const entered = await portal.call("PUT", `/api/leases/${anchorLeaseId}/recovery-history`, {
      cookie: landlordCookie,
      body: {
        poolId: camId,
        year: 2023,
        baseCents: null,
        cappedCents: 90_000,
        shareCents: 120_000,
        estimatesCents: 150_000,
      },
    });
    expect(entered.statusCode, entered.body).toBe(200);
    const issued = await calls.reviewAndIssue();
    expect(issued.statusCode, issued.body).toBe(200);
    const asked = await portal.call(
      "POST",
      `/api/leases/${anchorLeaseId}/recovery-statements/2025/questions`,
      {
        cookie: building.tenant.cookie,
        body: { poolId: camId, subject: "", text: "Why was cleaning billed twice?" },
      },
    );
    await portal.call("POST", `/api/recovery-questions/${asked.json<Question>().id}/answer`, {
      cookie: landlordCookie,
      body: { text: "A bill was a duplicate.", creditCents: 45_000 },
    });
    const readLease = async () =>
      (await read("cam-history")).rows.filter(({ group }) => group === anchorLeaseId);
    expect(await readLease()).toEqual([
      {
        group: anchorLeaseId,
        href: `/leases/${anchorLeaseId}/operating-expenses/2025`,
        cells: {
          year: "2025",
          source: "Statement",
          property: "Harborview Center",
          share: 480_000,
          estimates: 0,
          due: 480_000,
          credits: 45_000,
          dueAfterCredits: 435_000,
          capped: null,
          base: 200_000,
        },
      },
      {
        group: anchorLeaseId,
        href: `/leases/${anchorLeaseId}/recovery-terms`,
        cells: {
          year: "2023",
          source: "Previous system",
          property: "Harborview Center",
          share: 120_000,
          estimates: 150_000,
          due: -30_000,
          credits: 0,
          dueAfterCredits: -30_000,
          capped: 90_000,
          base: null,
        },
      },
    ]);
    await addCost(100_000);
    await calls.reviewAndIssue({ reason: "A bill arrived late." });
    expect((await readLease())[0]?.cells).toMatchObject({
      source: "Correction",
      share: 540_000,
      dueAfterCredits: 495_000,
    });
  });

  test("the history shows the costs after a cap, and other landlords, tenants, and technicians can't see it [REC-36]", async () => {
    const { anchorLeaseId, camId } = property;
    await amendRecoveryTerms(portal.db, anchorLeaseId, [
      poolRecovery({
        poolId: camId,
        cap: { kind: "cumulative-simple", basisPoints: 500, baseCents: 800_000, baseYear: 2024 },
      }),
    ]);
    await calls.reviewAndIssue();
    const { companyId } = await portal.db
      .selectFrom("leases")
      .select("company_id as companyId")
      .where("id", "=", anchorLeaseId)
      .executeTakeFirstOrThrow();
    const { rows } = await read("cam-history", `?companyId=${companyId}`);
    expect(rows.map(({ group, cells }) => [group, cells["capped"], cells["share"]])).toEqual([
      [anchorLeaseId, 840_000, 504_000],
    ]);
    const other = await createPerson(portal.db, { role: "landlord", propertyIds: [building.propertyId] });
    const otherCookie = await signInAs(portal.db, other);
    expect((await read("cam-history", `?companyId=${companyId}`, otherCookie)).rows).toEqual([]);
    for (const { cookie } of [building.tenant, building.technician])
      expect((await portal.call("GET", "/api/reports/cam-history/document", { cookie })).statusCode).toBe(
        403,
      );
  });
});
