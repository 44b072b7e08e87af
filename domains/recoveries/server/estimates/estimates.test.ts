import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { camLine, EstimatesPortal } from "#test/money/estimates.ts";
import { findCategoryId } from "#test/money/expenses.ts";
import { sampleTerms, writeTerms } from "#test/money/ledger.ts";
import { addRecoveryTerms, poolRecovery } from "#test/money/recoveries.ts";
import type { Estimates } from "../../estimates-contract.ts";

let tested: EstimatesPortal;

beforeAll(async () => {
  tested = await EstimatesPortal.start();
});
afterAll(() => tested.portal.close());
beforeEach(() => tested.addProperty());

describe("the estimates of a year", () => {
  test("each estimate is the lease's share of last year's costs divided by twelve, shown next to today's charge [REC-30]", async () => {
    const estimates = await tested.read();
    expect(estimates).toMatchObject({
      property: { name: "Harborview Center" },
      from: "2027-01-01",
      costCents: 485_000,
      notes: [
        "Some bills for CAM and Insurance might be missing, because the year runs through Dec 31, 2026.",
      ],
    });
    // 30% of $3,650.00, and 60% of $4,850.00.
    expect(toTable(estimates)).toEqual([
      ["Harbor Lane Coffee", "common-area", 109_500, 0, 9_125],
      ["Northlight Optical", "common-area", 291_000, 150_000, 24_250],
    ]);
    expect(estimates.roundingCents).toBe(0);
    expect(estimates.rows.map(({ applied }) => applied)).toEqual([null, null]);
  });

  test("last year's bills might be missing until the year is over at the property [REC-30]", async () => {
    const { clock } = tested.portal;
    const before = clock.now;
    const readNotes = async (now: string) => {
      clock.now = new Date(now);
      return (await tested.read()).notes.length;
    };
    // Midnight in UTC is 4 PM in Los Angeles.
    expect(await readNotes("2027-01-01T02:00:00Z")).toBe(1);
    expect(await readNotes("2027-01-01T09:00:00Z")).toBe(0);
    clock.now = before;
  });

  test("estimates can use the year's budget, changed by a percentage, and show what the rounding leaves [REC-30]", async () => {
    const { db } = tested.portal;
    const budget = {
      property_id: tested.propertyId,
      year: 2027,
      month: 3,
      category_id: await findCategoryId(db),
      amount_cents: 100_010,
    };
    await db
      .insertInto("budget_years")
      .values({ property_id: tested.propertyId, year: 2027, version: 1 })
      .execute();
    await db.insertInto("budgets").values(budget).execute();
    const estimates = await tested.read("?source=budget&percent=2.5");
    // $1,000.10 is $1,025.10 with 2.5% more. The shares are $307.53 and $615.06, which are $25.6275 and $51.255 a month.
    expect(estimates).toMatchObject({
      source: "budget",
      costCents: 102_510,
      roundingCents: -3 - 6,
      notes: ["The budget for 2027 has no costs for Insurance, so this part of the estimates is $0.00."],
    });
    expect(toTable(estimates)).toEqual([
      ["Harbor Lane Coffee", "common-area", 30_753, 0, 2_563],
      ["Northlight Optical", "common-area", 61_506, 150_000, 5_126],
    ]);
  });

  test("without any costs, no estimates are proposed and no charges end [REC-30]", async () => {
    expect(await tested.read("?source=budget")).toMatchObject({ costCents: 0, rows: [], skipped: [] });
  });

  test("the budget of a pool whose year starts in July counts from July, and its missing months are noted [REC-30]", async () => {
    const { db } = tested.portal;
    const category_id = await findCategoryId(db);
    await db
      .insertInto("property_pools")
      .values({ property_id: tested.propertyId, pool_id: tested.getPoolId("CAM"), period_start_month: 7 })
      .execute();
    await db
      .insertInto("budget_years")
      .values({ property_id: tested.propertyId, year: 2027, version: 1 })
      .execute();
    await db
      .insertInto("budgets")
      .values(
        [6, 7].map((month) => ({
          property_id: tested.propertyId,
          year: 2027,
          month,
          category_id,
          amount_cents: 60_000,
        })),
      )
      .execute();
    const estimates = await tested.read("?source=budget");
    expect(estimates.costCents).toBe(60_000);
    expect(estimates.notes).toContain(
      "The year of CAM runs through Jun 30, 2028, but there's no budget for 2028. Its months count as $0.00.",
    );
    expect(estimates.months.at(-1)).toBe("2028-06-01");
  });

  test("the estimate of a lease that ends within the year is its share divided by its months [REC-30]", async () => {
    await addRecoveryTerms(
      tested.portal.db,
      await tested.addLease("Juniper Books", { squareFeet: 500, lines: [], to: "2027-06-15" }),
      "2024-01-01",
      [poolRecovery({ poolId: tested.getPoolId("CAM") })],
    );
    const row = (await tested.read()).rows.find(({ company }) => company === "Juniper Books");
    // 166 of 365 days in 5.5 months.
    const share = Math.round((365_000 * 500 * 166) / (10_500 * 365));
    expect(row).toMatchObject({ shareCents: share, proposedCents: Math.round(share / 5.5) });
  });

  test("leases that end before the month, have no share, or have several charges are skipped with the reason [REC-31]", async () => {
    const { db } = tested.portal;
    await tested.addLease("Ended Early", { squareFeet: 100, lines: [], to: "2026-12-31" });
    await tested.addLease("Without Rules", { squareFeet: 100, lines: [] });
    await tested.addLease("Starts Later", { squareFeet: 100, lines: [], from: "2027-03-01" });
    const gross = await tested.addLease("Gross Lease", { squareFeet: 100, lines: [camLine()] });
    await addRecoveryTerms(db, gross, "2024-01-01", [
      poolRecovery({ poolId: tested.getPoolId("CAM"), share: { kind: "none" } }),
    ]);
    const rules = [poolRecovery({ poolId: tested.getPoolId("CAM") })];
    const twoCharges = await tested.addLease("Two Charges", {
      squareFeet: 100,
      lines: [camLine(), camLine({ key: 3, label: "Insurance" })],
    });
    await addRecoveryTerms(db, twoCharges, "2024-01-01", rules);
    const amended = await tested.addLease("Amended Later", { squareFeet: 100, lines: [] });
    await addRecoveryTerms(db, amended, "2024-01-01", rules);
    await writeTerms(db, { leaseId: amended, number: 2, from: "2027-04-01", terms: sampleTerms() });
    const { skipped, rows } = await tested.read();
    expect(rows).toHaveLength(2);
    expect(skipped.map(({ company, kind, currentCents, why }) => [company, kind, currentCents, why])).toEqual(
      [
        [
          "Amended Later",
          null,
          0,
          "An amendment takes effect Apr 1, 2027, which an earlier one would replace. Amend the lease's terms.",
        ],
        ["Ended Early", null, 0, "The lease ends Dec 31, 2026."],
        ["Gross Lease", null, 150_000, "The lease pays no share of any pool."],
        ["Starts Later", null, 0, "The lease starts Mar 1, 2027. Set the estimate in its terms."],
        [
          "Two Charges",
          "common-area",
          300_000,
          "The lease has 2 charges of this type: CAM, Insurance. Amend its terms.",
        ],
        ["Without Rules", null, 0, "The lease has no recovery terms."],
      ],
    );
  });

  test("a base year that isn't over uses the expected costs, so the lease pays nothing above its base [REC-30]", async () => {
    const leaseId = await tested.addLease("New Tenant", { squareFeet: 1_000, lines: [] });
    await addRecoveryTerms(tested.portal.db, leaseId, "2024-01-01", [
      poolRecovery({ poolId: tested.getPoolId("CAM"), base: { kind: "year", year: 2027 } }),
    ]);
    const row = (await tested.read("?percent=10")).rows.find(({ company }) => company === "New Tenant");
    expect(row).toMatchObject({ shareCents: 0, proposedCents: 0 });
  });

  test("a cap over last year's billed amount is named until a statement or an entry has that amount [REC-30]", async () => {
    const leaseId = await tested.addLease("Capped Tenant", { squareFeet: 1_000, lines: [] });
    const poolId = tested.getPoolId("CAM");
    const cap = { kind: "non-cumulative", baseYear: 2024, baseCents: 100_000, basisPoints: 300 } as const;
    await addRecoveryTerms(tested.portal.db, leaseId, "2024-01-01", [poolRecovery({ poolId, cap })]);
    const readCapNotes = async () => (await tested.read()).notes.filter((note) => note.includes("cap of"));
    expect(await readCapNotes()).toEqual([
      "The cap of Capped Tenant grows over the amount of 2026, which is calculated from its bills so far, because no statements are issued.",
    ]);
    const amounts = { baseCents: null, cappedCents: 103_000, shareCents: null, estimatesCents: null };
    await tested.portal.call("PUT", `/api/leases/${leaseId}/recovery-history`, {
      cookie: tested.building.admin.cookie,
      body: { poolId, year: 2026, ...amounts },
    });
    expect(await readCapNotes()).toEqual([]);
  });

  test("estimates can't start in a month that is charged or closed [REC-31]", async () => {
    expect((await tested.read("", 2026)).months).toEqual(["2026-12-01"]);
    await sql`
      insert into closed_months (property_id, month, closed_by_id, closed_at)
      values (${tested.propertyId}, '2026-12-01', ${tested.building.admin.id}, now())`.execute(
      tested.portal.db,
    );
    expect(await tested.read("", 2026)).toMatchObject({ months: [], from: null, rows: [] });
    expect((await tested.read("?from=2027-05-01")).from).toBe("2027-05-01");
  });

  test("the proposed estimates are exported as CSV [REC-30]", async () => {
    const response = await tested.call("/amounts.csv?source=actual");
    expect(response.body.split(/\r?\n/)[2]).toMatch(/^Northlight Optical,U\d+,CAM,2910.00,1500.00,242.50$/);
  });
});

const toTable = ({ rows }: Estimates) =>
  rows.map(({ company, kind, shareCents, currentCents, proposedCents }) => [
    company,
    kind,
    shareCents,
    currentCents,
    proposedCents,
  ]);
